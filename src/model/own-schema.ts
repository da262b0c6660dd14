// Where Joinery keeps its own state, if that is in the database that it serves.

/** The schema on PostgreSQL. */
export const ownSchema = 'joinery';

/** How the tables' names begin on MySQL and MariaDB, where schemas cannot separate them. */
export const ownPrefix = 'joinery_';

/** The tables that every state store has had since its beginning. */
export const firstOwnTables = ['leases', 'migrations'] as const;
