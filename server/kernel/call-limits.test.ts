/** Limits of calls that several processes share, over a real Redis. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallLimits, limitsInMemory, limitsInRedis } from './call-limits.ts'

const redisServer = '/usr/bin/redis-server'
const logged: string[] = []
const log = { warn: (text: string) => void logged.push(text), info: (text: string) => void logged.push(text) }
const opened: CallLimits[] = []
let port = 0
let server: ChildProcess | null = null

async function startRedis(): Promise<void> {
  server = spawn(redisServer, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'])
  for await (const line of server.stdout!) if (String(line).includes('Ready to accept')) return
}
async function open(): Promise<CallLimits> {
  const limits = await limitsInRedis(`redis://127.0.0.1:${port}`, log)
  opened.push(limits)
  return limits
}
const passed = async (calls: Array<Promise<boolean>>) => (await Promise.all(calls)).filter(Boolean).length

beforeAll(async () => {
  const reserved = createServer().listen(0, '127.0.0.1')
  await once(reserved, 'listening')
  port = (reserved.address() as { port: number }).port
  reserved.close()
  if (existsSync(redisServer)) await startRedis()
})
afterAll(async () => {
  await Promise.all(opened.map((limits) => limits.close()))
  server?.kill('SIGKILL')
})

test('in memory, each key has its limit, and 0 means none', async () => {
  const limits = limitsInMemory()
  const isWithin = limits.perMinute('api', 3)
  expect(await passed(Array.from({ length: 5 }, () => isWithin('a')))).toBe(3)
  expect(await isWithin('b')).toBe(true)
  const isUnlimited = limits.perMinute('none', 0)
  expect(await passed(Array.from({ length: 100 }, () => isUnlimited('a')))).toBe(100)
})

test('a store that does not answer at the start ends it with a sentence that hides the password', async () => {
  await expect(limitsInRedis('redis://site:secret-word@127.0.0.1:1', log)).rejects.toThrow(
    /^REDIS_URL: cannot connect to redis:\/\/site@127\.0\.0\.1:1: .*ECONNREFUSED/,
  )
})

test.skipIf(!existsSync(redisServer))(
  'of 400 calls at three processes, exactly 60 are within a limit of 60',
  async () => {
    const processes = [await open(), await open(), await open()]
    const limiters = processes.map((limits) => limits.perMinute('api', 60))
    const calls = Array.from({ length: 400 }, (_, n) => limiters[n % 3]!('203.0.113.7'))
    expect(await passed(calls)).toBe(60)
    expect(await limiters[0]!('203.0.113.8')).toBe(true)
    expect(await processes[1]!.perMinute('page', 60)('203.0.113.7')).toBe(true)
  },
)

test.skipIf(!existsSync(redisServer))(
  'while the store hangs or is away, each process counts alone; then together again',
  async () => {
    const [one, other] = [await open(), await open()]
    const limiters = [one.perMinute('outage', 10), other.perMinute('outage', 10)]
    server!.kill('SIGSTOP')
    const startedAt = performance.now()
    expect(await passed(Array.from({ length: 40 }, (_, n) => limiters[n % 2]!('192.0.2.1')))).toBe(20)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    server!.kill('SIGKILL')
    await once(server!, 'exit')
    expect(await passed(Array.from({ length: 40 }, (_, n) => limiters[n % 2]!('192.0.2.2')))).toBe(20)
    expect(logged.filter((text) => text.startsWith('REDIS_URL does not answer')).length).toBeGreaterThan(0)
    await startRedis()
    await expect
      .poll(() => logged.filter((text) => text === 'REDIS_URL answers again').length, { timeout: 8_000 })
      .toBeGreaterThan(1)
    expect(await passed(Array.from({ length: 40 }, (_, n) => limiters[n % 2]!('192.0.2.3')))).toBe(10)
  },
)
