/** Reads the database of a running product directly, for what its API does not return. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import type { Place } from './site-player.ts'

/** Connects as the owner of the embedded database, found through PostgreSQL's files. */
export async function openProductDatabase({ dataDir }: Pick<Place, 'dataDir'>): Promise<pg.Client> {
  const client = new pg.Client({
    host: postmaster(dataDir).socketFolder,
    user: 'fairhouse',
    password: readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim(),
    database: 'postgres',
  })
  // The product can be killed, and this connection with it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Returns the process id and the socket folder of the embedded PostgreSQL. */
export function postmaster(dataDir: string): { pid: number; socketFolder: string } {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '' }
}

export async function ask<Row extends pg.QueryResultRow>(
  site: Pick<Place, 'dataDir'>,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const books = await openProductDatabase(site)
  try {
    return (await books.query<Row>(sql, values)).rows
  } finally {
    await books.end()
  }
}

export async function expectConsistentLedger(site: Pick<Place, 'dataDir'>): Promise<void> {
  const books = await openProductDatabase(site)
  try {
    expect(await findBreaches(books as unknown as pg.Pool, allInvariants)).toEqual([])
  } finally {
    await books.end()
  }
}
