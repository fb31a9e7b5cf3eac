/** Definitions: versions that never change, states that only move forward, one active version of each identity. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Tx } from '#server/kernel/db/connect.ts'
import { defineKind } from '#server/kernel/definition-kind.ts'
import { type TestApp, testApp } from '#tests/setup/app.ts'
import { operator } from '#tests/setup/operator.ts'
import { archiveDefinition, draftDefinition, endDefinition, moveDue, scheduleDefinition } from './change-definition.ts'
import { readActive, readDefinition, readInForce } from './definitions.ts'
import { changesBetween } from './internal/changes.ts'
import { seedDefinitions } from './seed.ts'

const kind = defineKind({
  kind: 'sample',
  area: 'rewards',
  file: 'sample.json',
  schema: z.strictObject({ points: z.int().min(1) }),
  describe: ({ points }) => `${points} points`,
})
const system = { kind: 'system', job: 'test' } as const
const hourMs = 3_600_000

let app: TestApp
let identity = ''
let count = 0
beforeAll(async () => {
  app = await testApp({ routes: [] })
})
afterAll(() => app.close())
beforeEach(() => {
  identity = `sample-${count++}`
})

const needs = () => ({ clock: app.deps.clock, actor: operator })
const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.deps.db.transaction(work)
const draft = (data: unknown = { points: 5 }) =>
  inTx((tx) => draftDefinition(tx, needs(), kind, { identity, data, comment: 'for a test' }))
const at = (hours: number) => new Date(app.deps.clock.now().getTime() + hours * hourMs)
const schedule = (version: number, startsAt: Date, endsAt: Date | null = null) =>
  inTx((tx) => scheduleDefinition(tx, needs(), kind, { identity, version, startsAt, endsAt }))
const active = async () => (await readActive(app.deps.db.kysely, kind)).filter((each) => each.identity === identity)

describe('a version', () => {
  test('is a draft at first, then active from its start, and replaces the one before', async () => {
    expect(await draft()).toEqual({ ok: true, value: { identity, version: 1 } })
    expect(await active()).toEqual([])
    expect(await schedule(1, at(0))).toEqual({ ok: true, value: { state: 'active' } })
    await draft({ points: 7 })
    expect(await schedule(2, at(1))).toEqual({ ok: true, value: { state: 'scheduled' } })
    await moveDue(app.deps, system)
    expect(await active()).toMatchObject([{ version: 1, data: { points: 5 } }])
    app.moveClock(hourMs)
    expect(await moveDue(app.deps, system)).toBe(1)
    expect(await active()).toMatchObject([{ version: 2, data: { points: 7 } }])
    expect(await readDefinition(app.deps.db.kysely, kind, { identity, version: 1 })).toMatchObject({
      state: 'ended',
      data: { points: 5 },
    })
  })

  // Shows: pair kill/definitions
  test('ends at its time, even if its whole term passed before the job ran', async () => {
    await draft()
    await schedule(1, at(1), at(2))
    app.moveClock(3 * hourMs)
    await moveDue(app.deps, system)
    expect(await active()).toEqual([])
    expect(await readDefinition(app.deps.db.kysely, kind, { identity })).toMatchObject({ state: 'ended' })
    expect(await moveDue(app.deps, system)).toBe(0)
  })

  test('is never altered, deleted or moved backwards, not even by the owner of the database', async () => {
    await draft()
    await schedule(1, at(0))
    const of = `WHERE kind = 'sample' AND identity = '${identity}'`
    for (const statement of [
      `UPDATE rewards.definitions SET data = '{"points": 9}' ${of}`,
      `UPDATE rewards.definitions SET state = 'draft' ${of}`,
      `DELETE FROM rewards.definitions ${of}`,
      'TRUNCATE rewards.definitions',
    ])
      await expect(app.db.asOwner(statement)).rejects.toThrow('never altered')
  })

  test('scheduled from a past time is in force from now on, and not before', async () => {
    await draft()
    await schedule(1, at(0))
    app.moveClock(hourMs)
    await draft({ points: 7 })
    const now = app.deps.clock.now()
    expect(await schedule(2, at(-0.5))).toEqual({ ok: true, value: { state: 'active' } })
    expect(await readInForce(app.deps.db.kysely, kind, identity, at(-0.25))).toMatchObject({ version: 1 })
    expect(await readDefinition(app.deps.db.kysely, kind, { identity, version: 2 })).toMatchObject({ startsAt: now })
  })

  // Shows: pair cashback/definitions
  test('applies from its start, even if the one it replaces ended a moment later and has a higher number', async () => {
    await draft({ points: 5 })
    await draft({ points: 7 })
    await schedule(2, at(0))
    const start = at(1)
    await schedule(1, start)
    // The job runs shortly after the start.
    app.moveClock(hourMs + 400)
    await moveDue(app.deps, system)
    for (const moment of [start, at(0)])
      expect(await readInForce(app.deps.db.kysely, kind, identity, moment)).toMatchObject({ version: 1 })
    expect(await readInForce(app.deps.db.kysely, kind, identity, at(-0.5))).toMatchObject({ version: 2 })
  })

  // Shows: pair second tab/definitions
  test('of 50 scheduled concurrently one is active, and none is lost', async () => {
    for (let each = 0; each < 10; each++) await draft()
    const results = await Promise.all(Array.from({ length: 10 }, (_, index) => schedule(index + 1, at(0))))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(await active()).toHaveLength(1)
  })

  test('drafted many times at once gets one number each', async () => {
    const drafts = await Promise.all(Array.from({ length: 20 }, () => draft()))
    const versions = drafts.map((each) => (each.ok ? each.value.version : 0))
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })
})

describe('refused with its reason', () => {
  test('an invalid definition, an invalid name', async () => {
    expect(await draft({ points: 0 })).toMatchObject({ refusal: 'definitionInvalid' })
    identity = 'With Spaces'
    expect(await draft()).toMatchObject({ refusal: 'identityInvalid' })
  })

  test('scheduling an unknown version, one that is not a draft, or one that ends before it starts', async () => {
    await draft()
    expect(await schedule(2, at(0))).toMatchObject({ refusal: 'definitionNotFound' })
    expect(await schedule(1, at(2), at(1))).toMatchObject({ refusal: 'termInvalid' })
    expect(await schedule(1, at(-2), at(-1))).toMatchObject({ refusal: 'termInvalid' })
    await schedule(1, at(1))
    expect(await schedule(1, at(1))).toMatchObject({ refusal: 'notADraft' })
    await draft()
    expect(await schedule(2, at(1))).toMatchObject({ refusal: 'anotherIsScheduled' })
  })

  test('ending a version that is not active, archiving one that is', async () => {
    const archive = (version: number) => inTx((tx) => archiveDefinition(tx, needs(), kind, { identity, version }))
    const end = () => inTx((tx) => endDefinition(tx, needs(), kind, identity))
    await draft()
    expect(await end()).toMatchObject({ refusal: 'notActive' })
    await schedule(1, at(0))
    expect(await archive(1)).toMatchObject({ refusal: 'isActive' })
    expect(await end()).toMatchObject({ ok: true })
    expect(await archive(1)).toMatchObject({ ok: true })
    expect(await archive(1)).toMatchObject({ refusal: 'isArchived' })
    expect(await archive(9)).toMatchObject({ refusal: 'definitionNotFound' })
  })
})

test('differences between two versions are listed by path', () => {
  expect(changesBetween({ points: 5 }, { points: 5 })).toEqual([])
  expect(changesBetween({ a: [{ b: '1' }, 2], c: null }, { a: [{ b: '10' }], d: true })).toEqual([
    'a.0.b: "1" -> "10"',
    'a.1: 2 -> (none)',
    'c: null -> (none)',
    'd: (none) -> true',
  ])
})

test('every change is in the audit log with its actor', async () => {
  await draft()
  await schedule(1, at(0))
  const { rows } = await app.db.asOwner(
    `SELECT actor, detail->'before'->>'state' AS before, detail->'after'->>'state' AS after FROM identity.audit WHERE action = 'definition-changed' AND detail->>'identity' = '${identity}' ORDER BY id`,
  )
  expect(rows.map(({ before, after }) => [before, after])).toEqual([
    [null, 'draft'],
    ['draft', 'active'],
  ])
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([`operator:${operator.name}`]))
})

// Shows: pair kill/definitions
test('the shipped definitions start once with several processes, and never return after an operator ended them', async () => {
  const contentDir = mkdtempSync(join(tmpdir(), 'fairhouse-definitions-'))
  mkdirSync(join(contentDir, 'rewards'))
  writeFileSync(join(contentDir, 'rewards', kind.file), JSON.stringify({ [identity]: { points: 3 } }))
  const needs = { ...app.deps, settings: { ...app.deps.settings, contentDir } }
  await Promise.all(Array.from({ length: 5 }, () => seedDefinitions(needs, [kind])))
  expect(await active()).toMatchObject([{ version: 1, data: { points: 3 } }])
  await inTx((tx) => endDefinition(tx, { ...needs, actor: operator }, kind, identity))
  await seedDefinitions(needs, [kind])
  expect(await active()).toEqual([])
  writeFileSync(join(contentDir, 'rewards', kind.file), JSON.stringify({ other: { points: 0 } }))
  await expect(seedDefinitions(needs, [kind])).rejects.toThrow('points')
  rmSync(contentDir, { recursive: true })
})
