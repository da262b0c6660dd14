// The entity map (MODE) of a model.
import type { Mode, ModeEntity } from '../contract/mode.ts';
import type { Database, Entity } from './database.ts';

// Object.fromEntries creates own properties even for names like `__proto__`; assignment would not.
export function modeOf(database: Database): Mode {
  return Object.fromEntries([...database.entities].map(([name, entity]) => [name, modeEntity(entity)]));
}

function modeEntity(entity: Entity): ModeEntity {
  return {
    id: entity.name,
    name: entity.name,
    attributes: Object.fromEntries(
      entity.columns.map(({ name, mode }) => [name, { id: name, name, type: mode }]),
    ),
    relations: entity.relations.flatMap((relation) =>
      relation.ownColumns.map((column, i) => ({
        own_attr: column.name,
        rel_entity: relation.entity,
        rel_attr: relation.otherColumns[i]?.name ?? '',
        type: relation.kind,
      })),
    ),
  };
}
