// Dashboards: /api/dashboards.
import { schemaOf } from '../answer/schemas.ts';
import type { App, Services } from '../app.ts';
import type { Hosts } from '../gate/hosts.ts';
import { keptRoutes } from './kept.ts';

const shapes = () => import('../../contract/dashboards.ts');

export function dashboardRoutes(app: App, { store }: Services, hosts: Hosts): void {
  keptRoutes(app, store, hosts, {
    kind: 'dashboard',
    path: '/api/dashboards',
    tags: ['Dashboards'],
    title: 'dashboard',
    titles: 'dashboards',
    body: schemaOf(shapes, 'DashboardBody'),
    resource: schemaOf(shapes, 'Dashboard'),
    list: schemaOf(shapes, 'DashboardList'),
    use: ({ dashboards }) => dashboards(store),
  });
}
