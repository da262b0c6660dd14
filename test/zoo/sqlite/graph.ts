/** SQLite's foreign keys in all their forms, including dangling ones that the engine permits. */
import { commonLinks } from '../links.ts';
import type { Zoo } from '../zoo.ts';

const script = `
  pragma foreign_keys = off;
  create table person (id integer primary key, name text not null, code text unique, boss integer references person);
  insert into person values (1, 'Ada', 'a/1', null), (2, 'Bob', null, 1);
  create table egg (id integer primary key, hen integer references hen);
  create table hen (id integer primary key, egg integer references egg (id));
  insert into egg values (1, 10), (2, null);
  insert into hen values (10, 1), (11, null);
  create table marriage (id integer primary key, one integer references person, two integer references PERSON (ID));
  insert into marriage values (1, 1, 2), (2, null, 2), (3, null, null);
  create table place (x integer, y integer, name text, primary key (x, y), unique (name, x));
  insert into place values (1, 2, 'here'), (2, 1, 'there');
  create table visit (id integer primary key, px integer, py integer, pname text, code text references person (code),
    foreign key (py, px) references place (y, x), foreign key (pname, px) references place (name, x));
  insert into visit values (1, 1, 2, 'here', 'a/1'), (2, 2, null, 'there', null), (3, null, 2, null, null);
  create table dangling (id integer primary key, gone integer references person);
  insert into dangling values (1, 99);
  create table lost (id integer primary key, nowhere integer references nowhere, wrong integer references person (missing));
  insert into lost values (1, 1, 1);
  create table loose (id integer primary key, who text references person);
  insert into loose values (1, '2');`;

export const graph: Zoo['graph'] = {
  script,
  cases: [
    ...commonLinks,
    { entity: 'dangling', links: [{ "ForeignKey('person.id')": 'person/recs/[99]' }] },
    { entity: 'lost', links: [{}] },
  ],
};
