// Dashboards: /api/dashboards.
import { schemaOf } from '../answer/schemas.ts';
import type { App, Services } from '../app.ts';
import type { Hosts } from '../gate/hosts.ts';
import { documentRoutes } from './documents.ts';

const schemas = () => import('../../contract/dashboards.ts');

export function dashboardRoutes(app: App, { store }: Services, hosts: Hosts): void {
  documentRoutes(app, store, hosts, {
    kind: 'dashboard',
    path: '/api/dashboards',
    tags: ['Dashboards'],
    title: 'dashboard',
    titles: 'dashboards',
    body: schemaOf(schemas, 'DashboardBody'),
    resource: schemaOf(schemas, 'Dashboard'),
    list: schemaOf(schemas, 'DashboardList'),
    use: ({ dashboards }) => dashboards(store),
  });
}
