/** The same server and role, another database. */
export function databaseUrl(server: string, database: string): string {
  return server.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${database}`)
}
