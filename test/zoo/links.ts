/** The links of tables in every zoo with foreign keys: to itself, circular, duplicate, and with several columns. */
import type { Zoo } from './zoo.ts';

export const bob = 'person/recs/[2]';

export const commonLinks: Zoo['graph']['cases'] = [
  { entity: 'person', links: [{}, { "ForeignKey('person.id')": 'person/recs/[1]' }] },
  { entity: 'egg', links: [{ "ForeignKey('hen.id')": 'hen/recs/[10]' }, {}] },
  { entity: 'hen', links: [{ "ForeignKey('egg.id')": 'egg/recs/[1]' }, {}] },
  {
    entity: 'marriage',
    links: [
      { "ForeignKey('person.id')": 'person/recs/[1]', "ForeignKey('person.id') two": bob },
      { "ForeignKey('person.id') two": bob },
      {},
    ],
  },
  {
    entity: 'visit',
    links: [
      {
        "ForeignKey('place.x')": 'place/recs/[here,1]?by=name&by=x',
        "ForeignKey('place.x') px": 'place/recs/[1,2]',
        "ForeignKey('place.y')": 'place/recs/[1,2]',
        "ForeignKey('place.name')": 'place/recs/[here,1]?by=name&by=x',
        "ForeignKey('person.code')": 'person/recs/[a%2F1]?by=code',
      },
      {
        "ForeignKey('place.x')": 'place/recs/[there,2]?by=name&by=x',
        "ForeignKey('place.name')": 'place/recs/[there,2]?by=name&by=x',
      },
      {},
    ],
  },
];
