/**
 * SQL: identifies the running server and the database on it. Another value means another server, or a restart: after a
 * failover or a restore, positions in memory may be above the ids that it has.
 */
export const databaseServer = `(SELECT concat(extract(epoch FROM pg_postmaster_start_time()), ' ', oid) FROM pg_database WHERE datname = current_database())`
