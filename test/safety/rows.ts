/** Everything that must never happen, and the tests that prove it: the rows of the safety table. */

export interface Proof {
  /** A test file. */
  readonly file: string;
  /** If only some tests of the file belong to the row: a part of their full names. */
  readonly about?: string;
}

export interface Row {
  readonly id: string;
  readonly what: string;
  /** Every row needs a test. */
  readonly proofs: readonly [Proof, ...Proof[]];
}

export interface Chapter {
  readonly title: string;
  readonly rows: readonly Row[];
}

const of = (file: string, about?: string): Proof => (about === undefined ? { file } : { file, about });

export const chapters: readonly Chapter[] = [
  {
    title: 'Attacks',
    rows: [
      {
        id: 'A1',
        what: 'a name in a request becomes SQL',
        proofs: [
          of('test/query/hostile.test.ts', 'names'),
          of('test/conformance/names.test.ts'),
          of('test/soak/hostile.soak.ts', 'names'),
          of('test/soak/addresses.soak.ts'),
        ],
      },
      {
        id: 'A2',
        what: 'a value of the wrong kind gets past the validation of a body',
        proofs: [
          of('test/query/hostile.test.ts'),
          of('test/soak/hostile.soak.ts'),
          of('test/safety/openapi-fuzz.test.ts'),
          of('test/soak/openapi-fuzz.soak.ts'),
        ],
      },
      {
        id: 'A3',
        what: 'a name like __proto__, or two columns of one name, spoil a record',
        proofs: [of('test/safety/names.test.ts'), of('test/conformance/names.test.ts')],
      },
      {
        id: 'A4',
        what: 'a query writes',
        proofs: [
          of('test/query/readonly.test.ts'),
          of('test/zoo/postgres/hostile-views.test.ts', 'writes nothing'),
          of('test/query/generated.soak.ts'),
          of('test/safety/least-privilege.test.ts'),
          of('test/zoo/mysql/hostile-views.test.ts', 'write'),
          of('test/zoo/sqlite/hostile-views.test.ts', 'write'),
        ],
      },
      {
        id: 'A5',
        what: 'a SQLite file makes the service open other files',
        proofs: [of('test/safety/hostile-file.test.ts')],
      },
      {
        id: 'A6',
        what: 'a MySQL server gets a file of the machine',
        proofs: [of('test/safety/local-infile.test.ts')],
      },
      {
        id: 'A7',
        what: 'a value, a name or an error runs as a script in the page',
        proofs: [
          of('test/e2e/hostile.spec.ts'),
          of('test/http/every-route.test.ts', 'every answer'),
          of('test/http/records.test.ts', 'the bytes of a value'),
        ],
      },
      {
        id: 'A8',
        what: 'a page of another site acts in the name of a user',
        proofs: [of('test/http/every-route.test.ts', 'a request from another site')],
      },
      {
        id: 'A9',
        what: 'the service answers to a name that is not its own',
        proofs: [of('test/http/hosts.test.ts')],
      },
      {
        id: 'A10',
        what: 'passwords or sessions are guessed, or users found out',
        proofs: [of('test/http/guessing.test.ts'), of('test/soak/guessing.clock.soak.ts')],
      },
      {
        id: 'A11',
        what: 'a route answers without a session',
        proofs: [of('test/http/every-route.test.ts', 'without a session')],
      },
      {
        id: 'A12',
        what: 'a session or a link lives on after its end or its user',
        proofs: [
          of('test/http/users-file.test.ts', '64 clients'),
          of('test/http/sessions.test.ts', 'logout'),
          of('test/http/ended-sessions.test.ts'),
          of('test/http/workers.test.ts', 'sessions'),
          of('test/store/sessions.test.ts'),
          of('test/saved/ended-links.test.ts'),
          of('test/faults/instances.test.ts'),
          of('test/faults/instances.soak.ts'),
        ],
      },
      {
        id: 'A13',
        what: 'a secret stands in something that is logged or answered, or an answer tells where the database is',
        proofs: [of('test/http/secrets.test.ts')],
      },
      {
        id: 'A14',
        what: 'a request costs without bound',
        proofs: [
          of('test/query/limits.test.ts'),
          of('test/http/bodies.test.ts', 'a request body'),
          of('test/conformance/abort.test.ts', 'the statement timeout'),
          of('test/faults/endless-views.test.ts'),
          of('test/soak/limits.clock.soak.ts'),
        ],
      },
      {
        id: 'A15',
        what: 'slow or malformed HTTP starves others or ends the service',
        proofs: [
          of('test/safety/slow-sockets.test.ts'),
          of('test/safety/raw-http.test.ts'),
          of('test/http/bodies.test.ts', 'invalid HTTP'),
          of('test/soak/slow-sockets.clock.soak.ts'),
          of('test/soak/raw-http.soak.ts'),
        ],
      },
      {
        id: 'A16',
        what: 'an exported cell runs as a formula, or a raw export loses a character',
        proofs: [of('test/safety/formulas.test.ts')],
      },
      {
        id: 'A17',
        what: 'an answer depends on what its user may not see',
        proofs: [
          of('test/policy/interference.soak.ts'),
          of('test/policy/random.soak.ts'),
          of('test/change/hidden-twins.test.ts'),
          of('test/policy/mutations.soak.ts'),
          of('test/policy/leaks.test.ts'),
        ],
      },
      {
        id: 'A18',
        what: 'a view, a function or a trigger changes the session that the next one gets',
        proofs: [
          of('test/change/hostile-triggers.test.ts'),
          of('test/zoo/postgres/hostile-views.test.ts'),
          of('test/zoo/mysql/hostile-views.test.ts'),
          of('test/zoo/sqlite/hostile-views.test.ts'),
        ],
      },
      {
        id: 'A19',
        what: 'one client uses up memory, connections or time without a bound',
        proofs: [
          of('test/faults/stalled-readers.test.ts'),
          of('test/http/pipelining.test.ts'),
          of('test/safety/large-values.test.ts'),
          of('test/soak/large-values.soak.ts'),
        ],
      },
      {
        id: 'A20',
        what: 'a cursor or a session that was altered, made for something else, or has ended, is taken',
        proofs: [
          of('test/safety/cursors.test.ts'),
          of('test/safety/forged-sessions.test.ts'),
          of('test/http/ended-sessions.test.ts'),
          of('test/http/workers.test.ts', 'cursors'),
        ],
      },
      {
        id: 'A21',
        what: 'a restart, or one user who fails, locks others out',
        proofs: [
          of('test/http/guessing.test.ts', 'lock'),
          of('test/http/guessing.test.ts', 'behind a proxy'),
        ],
      },
      {
        id: 'A22',
        what: 'a text that somebody has stored acts: in the page, an answer, a header, a file, or before an assistant',
        proofs: [
          of('test/saved/hostile.test.ts'),
          of('test/mcp/injections.test.ts'),
          of('test/e2e/hostile.spec.ts', 'no payload runs'),
        ],
      },
      {
        id: 'A23',
        what: 'a write happens twice, or for somebody who may not, or where nobody may',
        proofs: [
          of('test/change/closed.test.ts'),
          of('test/change/sets.test.ts', 'Idempotency-Key'),
          of('test/change/policy.test.ts'),
        ],
      },
    ],
  },
  {
    title: 'Values and names',
    rows: [
      {
        id: 'V1',
        what: 'a number loses digits',
        proofs: [
          of('test/conformance/values.test.ts'),
          of('test/conformance/queried-values.test.ts'),
          of('test/query/identical.test.ts'),
          of('test/query/identical.soak.ts'),
          of('test/query/analysis.test.ts'),
          of('test/query/analysis.soak.ts'),
        ],
      },
      {
        id: 'V2',
        what: 'a date shifts with the time zone of a machine',
        proofs: [of('test/conformance/zones.test.ts')],
      },
      {
        id: 'V3',
        what: 'a value of an odd type is changed on its way',
        proofs: [of('test/conformance/values.test.ts'), of('test/safety/drawn-values.test.ts')],
      },
      {
        id: 'V4',
        what: 'a value of SQLite becomes what its column was declared as',
        proofs: [of('test/conformance/values.test.ts', 'on sqlite')],
      },
      {
        id: 'V5',
        what: 'a record has no address, or its address leads elsewhere',
        proofs: [of('test/conformance/fuzz.test.ts'), of('test/conformance/keys.test.ts')],
      },
      {
        id: 'V6',
        what: 'foreign keys of an odd shape break a list or a link',
        proofs: [of('test/conformance/links.test.ts')],
      },
    ],
  },
  {
    title: 'Faults',
    rows: [
      {
        id: 'F1',
        what: 'the service does not survive the restart of its database, or does not come back',
        proofs: [of('test/faults/restarts.test.ts'), of('test/soak/restarts.soak.ts')],
      },
      {
        id: 'F2',
        what: 'a part of an answer is taken for the whole',
        proofs: [
          of('test/faults/cut-answers.test.ts'),
          of('test/soak/cut-answers.soak.ts'),
          of('test/http/streams.test.ts', 'fails visibly'),
        ],
      },
      {
        id: 'F3',
        what: 'a crowd waits without end, or leaves connections behind',
        proofs: [
          of('test/faults/crowd.test.ts'),
          of('test/soak/crowd.soak.ts'),
          of('test/conformance/abort.test.ts', 'without a free connection'),
        ],
      },
      {
        id: 'F4',
        what: 'a statement goes on after its client has left',
        proofs: [
          of('test/conformance/abort.test.ts', 'an abort'),
          of('test/query/limits.test.ts', 'ends when its client disconnects'),
          of('test/faults/endless-views.test.ts', 'disconnects'),
          of('test/soak/aborts.clock.soak.ts'),
        ],
      },
      {
        id: 'F5',
        what: 'a schema that changes gives wrong columns or failures',
        proofs: [
          of('test/conformance/refresh.test.ts'),
          of('test/faults/churn.test.ts'),
          of('test/soak/churn.soak.ts'),
        ],
      },
      {
        id: 'F6',
        what: 'a locked, damaged or full disk ends the service or harms the file',
        proofs: [
          of('test/faults/sqlite-files.test.ts'),
          of('test/safety/corrupt-file.test.ts'),
          of('test/soak/corrupt-file.soak.ts'),
        ],
      },
      {
        id: 'F7',
        what: 'stopping the service loses an answer, or takes longer than ten seconds',
        proofs: [of('test/http/stop.test.ts'), of('test/soak/stop.clock.soak.ts')],
      },
      {
        id: 'F8',
        what: 'a long list, or a reader that stalls, takes memory',
        proofs: [of('test/soak/memory.soak.ts'), of('test/query/export.soak.ts')],
      },
      {
        id: 'F9',
        what: 'of two editors of a record one overwrites the other, or a set is applied in part',
        proofs: [of('test/change/records.test.ts'), of('test/change/sets.test.ts')],
      },
      {
        id: 'F10',
        what: 'a service, a database server or a store that is killed in the middle of a change leaves a part of it, or the journal tells something else',
        proofs: [of('test/change/killed.test.ts'), of('test/change/killed.soak.ts')],
      },
      {
        id: 'F11',
        what: 'a change that was acknowledged is lost, or one that was not has happened, where many change the same rows',
        proofs: [
          of('test/change/histories.test.ts', 'nothing is lost'),
          of('test/change/histories.soak.ts', 'editors'),
          of('test/faults/hosts.soak.ts', 'editors'),
        ],
      },
      {
        id: 'F12',
        what: 'sets that are undone in any order leave something else than what was there before',
        proofs: [
          of('test/change/histories.test.ts', 'undone'),
          of('test/change/histories.soak.ts', 'undone'),
        ],
      },
      {
        id: 'F13',
        what: 'one of several instances that dies, is restarted or has no state store takes more along than its own',
        proofs: [
          of('test/faults/instances.test.ts'),
          of('test/faults/instances.soak.ts'),
          of('test/store/migrations.test.ts'),
          of('test/store/migrations.soak.ts'),
          of('test/faults/store-file.test.ts'),
        ],
      },
      {
        id: 'F14',
        what: 'a host of several that dies, lags or falls silent takes reads along, or hides from somebody what they have written',
        proofs: [of('test/faults/hosts.test.ts'), of('test/faults/hosts.soak.ts')],
      },
      {
        id: 'F15',
        what: 'a file that is exchanged, cut or removed while it is read gives an answer of two files',
        proofs: [of('test/faults/replaced-file.test.ts')],
      },
      {
        id: 'F16',
        what: 'a server or a state store that stops answering holds a request up, or the pool does not recover',
        proofs: [of('test/faults/silent-server.test.ts'), of('test/faults/silent-store.test.ts')],
      },
      {
        id: 'F17',
        what: 'a row that is there all the time is left out, or given twice, while a client goes from page to page',
        proofs: [of('test/faults/moving-rows.test.ts'), of('test/soak/moving-rows.soak.ts')],
      },
    ],
  },
];
