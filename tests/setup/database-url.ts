/** Returns the URL of another database on the same server, for the same role. */
export function databaseUrl(server: string, database: string): string {
  return server.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${database}`)
}
