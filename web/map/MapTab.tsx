// The map in the workbench: highlights the query, and adds neighbours to it.
import { useWorkbench } from '../workbench/context.ts';
import MapRoom from './MapRoom.tsx';

export default function MapTab() {
  const { model, doc, edit } = useWorkbench();
  return <MapRoom model={model} doc={doc} edit={edit} />;
}
