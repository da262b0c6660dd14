// The map in the workbench: the query stands out, and its neighbours can be added.
import { useWorkbench } from '../workbench/context.ts';
import MapRoom from './MapRoom.tsx';

export default function MapTab() {
  const { model, doc, edit } = useWorkbench();
  return <MapRoom model={model} doc={doc} edit={edit} />;
}
