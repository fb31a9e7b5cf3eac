/** Notes and tags about a player. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { createFundedPlayer } from '#tests/setup/funded-player.ts'

let desk: TestDesk
let sam: DeskPerson
let rita: DeskPerson
let audrey: DeskPerson
let player: string
beforeAll(async () => {
  desk = await testDesk()
  sam = await desk.person('sam', 'support')
  rita = await desk.person('rita', 'risk')
  audrey = await desk.person('audrey', 'auditor')
  player = (await createFundedPlayer(desk.app, { EUR: 0n })).id
})
afterAll(() => desk.close())

const url = (path = '', of = player) => `/api/players/${of}/${path}`
const write = (id: string, text: string, by = sam, of = player) =>
  by.call({ method: 'POST', url: url('notes', of), body: { id, text } })
const read = async () => (await audrey.call({ url: url('notes') })).body
const acts = async (action: string) =>
  (
    await desk.app.db.asOwner('SELECT actor, detail FROM identity.audit WHERE player_id = $1 AND action = $2', [
      player,
      action,
    ])
  ).rows

test('a note is written once although it is sent twice, read by others, and in the timeline', async () => {
  const id = randomUUID()
  expect((await write(id, 'Called about the bonus.')).status).toBe(200)
  expect((await write(id, 'Called about the bonus.')).status).toBe(200)
  expect((await read()).notes).toMatchObject([{ id, text: 'Called about the bonus.', author: 'sam', withdrawn: null }])
  expect(await acts('note-added')).toEqual([
    { actor: 'operator:sam', detail: { note: id, before: null, after: { isWithdrawn: false } } },
  ])
  expect((await write(randomUUID(), 'x', audrey)).body.error.name).toBe('notPermitted')
  const { body } = await sam.call({ url: url('timeline?kind=notes') })
  expect(body.rows).toMatchObject([{ kind: 'notes', what: 'note', detail: ['sam', 'Called about the bonus.'] }])
})

test('a note is withdrawn once with a reason, and stays readable', async () => {
  const id = randomUUID()
  await write(id, 'Is rude.')
  const withdraw = (by: DeskPerson) =>
    by.call({ method: 'POST', url: url(`notes/${id}/withdrawal`), body: { reason: 'not about a fact' } })
  const answers = await Promise.all([withdraw(sam), withdraw(rita)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await read()).notes.find((note: { id: string }) => note.id === id)).toMatchObject({
    text: 'Is rude.',
    withdrawn: { reason: 'not about a fact' },
  })
})

test('tags are added and removed once each; an unknown player and strange tags are refused', async () => {
  const tag = (method: 'PUT' | 'DELETE', name: string, of = player) =>
    sam.call({ method, url: url(`tags/${name}`, of) })
  for (let twice = 0; twice < 2; twice++) expect((await tag('PUT', 'vip')).status).toBe(200)
  expect(await read()).toMatchObject({ tags: ['vip'], known: ['vip'] })
  for (let twice = 0; twice < 2; twice++) expect((await tag('DELETE', 'vip')).status).toBe(200)
  expect((await read()).tags).toEqual([])
  expect([(await acts('tag-added')).length, (await acts('tag-removed')).length]).toEqual([1, 1])
  expect((await tag('PUT', 'vip', randomUUID())).body.error.name).toBe('playerNotFound')
  expect((await write(randomUUID(), 'x', sam, randomUUID())).body.error.name).toBe('playerNotFound')
  expect((await tag('PUT', 'V%20I%20P')).body.error.name).toBe('validation')
  expect((await write(randomUUID(), ' ')).body.error.name).toBe('validation')
})
