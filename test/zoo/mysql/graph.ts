/** Foreign keys of MySQL and MariaDB in all their forms. */
import { commonLinks } from '../links.ts';
import type { Zoo } from '../zoo.ts';

const script = `
  create table person (id integer primary key, name varchar(20) not null, code varchar(20) unique, boss integer,
    foreign key (boss) references person (id));
  insert into person values (1, 'Ada', 'a/1', null), (2, 'Bob', null, 1);
  create table egg (id integer primary key, hen integer);
  create table hen (id integer primary key, egg integer, foreign key (egg) references egg (id));
  insert into egg values (1, 10), (2, null);
  insert into hen values (10, 1), (11, null);
  alter table egg add foreign key (hen) references hen (id);
  create table marriage (id integer primary key, one integer, two integer,
    foreign key (ONE) references person (ID), foreign key (two) references person (id));
  insert into marriage values (1, 1, 2), (2, null, 2), (3, null, null);
  create table place (x integer, y integer, name varchar(20), primary key (x, y), unique (name, x), unique (y, x));
  insert into place values (1, 2, 'here'), (2, 1, 'there');
  create table visit (id integer primary key, px integer, py integer, pname varchar(20), code varchar(20),
    foreign key (code) references person (code),
    constraint a foreign key (pname, px) references place (name, x),
    constraint b foreign key (py, px) references place (y, x));
  insert into visit values (1, 1, 2, 'here', 'a/1'), (2, 2, null, 'there', null), (3, null, 2, null, null);
  create table dangling (id integer primary key, gone integer);
  insert into dangling values (1, 99);
  set foreign_key_checks = 0;
  alter table dangling add foreign key (gone) references person (id);
  create table lost (id integer primary key, nowhere integer, foreign key (nowhere) references nowhere (id));
  insert into lost values (1, 1);`;

export const graph: Zoo['graph'] = {
  script,
  cases: [
    ...commonLinks,
    { entity: 'dangling', links: [{ "ForeignKey('person.id')": 'person/recs/[99]' }] },
    { entity: 'lost', links: [{}] },
  ],
};
