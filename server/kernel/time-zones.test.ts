import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { adoptZones, findZone, namesOfZone, timeZones, zoneOfDatabase } from './time-zones.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

test('the database knows every listed zone, and its clocks show the same time as those of the runtime', async () => {
  const at = new Date('2026-07-01T12:34:00Z')
  for (const name of timeZones) {
    const zone = await zoneOfDatabase(db.kysely, name)
    const { rows } = await db.pool.query(
      `SELECT to_char($1::timestamptz AT TIME ZONE $2, 'DD/MM/YYYY, HH24:MI') AS shown`,
      [at, zone],
    )
    const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone: name }).format(
      at,
    )
    expect(rows[0].shown, name).toBe(shown)
  }
})

test('no zone is listed twice, or under a former name whose present name is listed too', () => {
  const own = timeZones.map((name) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  expect(new Set(own).size).toBe(timeZones.length)
})

test('a zone that the database has under another name is used by that name; a missing zone is never read as UTC', async () => {
  expect(namesOfZone('Europe/Kyiv')).toEqual(['Europe/Kyiv', 'Europe/Kiev'])
  expect(namesOfZone('Asia/Calcutta')).toEqual(['Asia/Calcutta', 'Asia/Kolkata'])
  const first = async (names: string[]) =>
    (await db.pool.query('SELECT limits.known_zone($1::text[]) AS zone', [names])).rows[0].zone
  expect(await first(['Mars/Olympus', 'Europe/Kiev'])).toBe('Europe/Kiev')
  expect(await findZone(db.kysely, 'Mars/Olympus')).toBeNull()
  await expect(zoneOfDatabase(db.kysely, 'Mars/Olympus')).rejects.toThrow('no time zone Mars/Olympus')
  await expect(adoptZones(db.kysely, ['Europe/Berlin', 'Mars/Olympus'])).rejects.toThrow('no time zone Mars/Olympus')
  await adoptZones(db.kysely, ['Europe/Berlin', 'UTC'])
})
