/** PostgreSQL's foreign keys in all their forms. */
import { bob, commonLinks } from '../links.ts';
import type { Zoo } from '../zoo.ts';

const script = `
  create schema other;
  create table person (id integer primary key, name text not null, code text unique, boss integer references person);
  insert into person values (1, 'Ada', 'a/1', null), (2, 'Bob', null, 1);
  create table egg (id integer primary key, hen integer);
  create table hen (id integer primary key, egg integer references egg);
  insert into egg values (1, 10), (2, null);
  insert into hen values (10, 1), (11, null);
  alter table egg add foreign key (hen) references hen;
  create table marriage (id integer primary key, one integer references person, two integer references person (id));
  insert into marriage values (1, 1, 2), (2, null, 2), (3, null, null);
  create table place (x integer, y integer, name text, primary key (x, y), unique (name, x));
  insert into place values (1, 2, 'here'), (2, 1, 'there');
  create table visit (id integer primary key, px integer, py integer, pname text, code text references person (code),
    foreign key (py, px) references place (y, x), foreign key (pname, px) references place (name, x));
  insert into visit values (1, 1, 2, 'here', 'a/1'), (2, 2, null, 'there', null), (3, null, 2, null, null);
  create table other.person (id text primary key, twin integer references public.person, self text references other.person);
  insert into other.person values ('x,y', 2, null), ('z', null, 'x,y');
  create table dotted (id integer primary key, far text references other.person);
  insert into dotted values (1, 'x,y');
  create table dangling (id integer primary key, gone integer);
  insert into dangling values (1, 99);
  alter table dangling add foreign key (gone) references person not valid;
  create table parted (id integer, who integer references person, primary key (id)) partition by range (id);
  create table parted_low partition of parted for values from (0) to (10);
  insert into parted values (5, 2);
  create table to_parted (id integer primary key, part integer references parted);
  insert into to_parted values (1, 5);`;

export const graph: Zoo['graph'] = {
  script,
  cases: [
    ...commonLinks,
    {
      entity: 'other.person',
      links: [
        { "ForeignKey('person.id')": bob },
        { "ForeignKey('other.person.id')": 'other.person/recs/[x%2Cy]' },
      ],
    },
    { entity: 'dotted', links: [{ "ForeignKey('other.person.id')": 'other.person/recs/[x%2Cy]' }] },
    { entity: 'dangling', links: [{ "ForeignKey('person.id')": 'person/recs/[99]' }] },
    { entity: 'parted', links: [{ "ForeignKey('person.id')": bob }] },
    { entity: 'to_parted', links: [{ "ForeignKey('parted.id')": 'parted/recs/[5]' }] },
  ],
};
