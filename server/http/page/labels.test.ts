import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { isPermanent } from '#web/worker/request-kind.ts'
import { loadContent } from '../../reference/content/content.ts'
import { compileLabels, mountLabels } from './labels.ts'

// Shows: change 37
test('labels are cached permanently under their own version, but not under that of another process', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  const content = loadContent()
  mountLabels(app, content, compileLabels(content), false)
  const ask = async (query: string) => {
    const answer = await app.inject({ url: `/labels/de/shell.json${query}` })
    return { status: answer.statusCode, isKept: isPermanent(answer.headers['cache-control'] ?? null), ...answer.json() }
  }
  expect(await ask(`?v=${content.version}`)).toMatchObject({ status: 200, isKept: true, language: ['Sprache'] })
  for (const other of ['?v=0123456789ab', '', '?v='])
    expect(await ask(other)).toMatchObject({ status: 200, isKept: false, language: ['Sprache'] })
})
