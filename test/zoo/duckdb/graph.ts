/** DuckDB's foreign keys in all their forms. */
import type { Zoo } from '../zoo.ts';

const script = `
  create schema other;
  create table person (id integer primary key, name varchar not null, code varchar unique, boss integer references person (id));
  insert into person values (1, 'Ada', 'a/1', null);
  insert into person values (2, 'Bob', null, 1);
  create table marriage (id integer primary key, one integer references person, two integer references person (id));
  insert into marriage values (1, 1, 2), (2, null, 2), (3, null, null);
  create table place (x integer, y integer, name varchar, primary key (x, y), unique (name, x));
  insert into place values (1, 2, 'here'), (2, 1, 'there');
  create table visit (id integer primary key, px integer, py integer, pname varchar, code varchar references person (code),
    foreign key (px, py) references place (x, y), foreign key (pname, px) references place (name, x));
  insert into visit values (1, 1, 2, 'here', 'a/1'), (2, 2, null, 'there', null), (3, null, 2, null, null);
  create table other.person (id varchar primary key, self varchar references other.person (id));
  insert into other.person values ('x,y', null);
  insert into other.person values ('z', 'x,y');`;

const bob = 'person/recs/[2]';

export const graph: Zoo['graph'] = {
  script,
  cases: [
    { entity: 'person', links: [{}, { "ForeignKey('person.id')": 'person/recs/[1]' }] },
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
          "ForeignKey('place.x')": 'place/recs/[1,2]',
          "ForeignKey('place.x') px": 'place/recs/[here,1]?by=name&by=x',
          "ForeignKey('place.y')": 'place/recs/[1,2]',
          "ForeignKey('place.name')": 'place/recs/[here,1]?by=name&by=x',
          "ForeignKey('person.code')": 'person/recs/[a%2F1]?by=code',
        },
        {
          "ForeignKey('place.x') px": 'place/recs/[there,2]?by=name&by=x',
          "ForeignKey('place.name')": 'place/recs/[there,2]?by=name&by=x',
        },
        {},
      ],
    },
    {
      entity: 'other.person',
      links: [{}, { "ForeignKey('other.person.id')": 'other.person/recs/[x%2Cy]' }],
    },
  ],
};
