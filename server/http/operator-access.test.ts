/** Operator endpoints accept only a key with the permission, and every call is recorded under the operator's name. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, ok } from '#contract/endpoint.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { operatorKey } from '#tests/setup/operator.ts'
import { findOperator, endOperator } from '../operators/operators.ts'
import { bind, type OperatorCtx } from '../kernel/http/bind.ts'

const path = '/api/operators/me'
const readMe = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  permission: 'documents',
  summary: 'Who asks',
  reply: z.object({ name: z.string() }),
})

let app: TestApp
beforeAll(async () => {
  app = await testApp({ routes: [bind(readMe, async (ctx: OperatorCtx) => ok({ name: ctx.actor.name }))] })
})
afterAll(() => app.close())
const call = (token?: string) => app.send({ method: 'GET', url: path, token })

// Shows: ASVS 8.2.1
test('a key with the permission is accepted, and the call is recorded', async () => {
  const olga = await operatorKey(app.deps)
  const dora = await operatorKey(app.deps, { name: 'dora', permissions: ['documents'], by: olga })
  const will = await operatorKey(app.deps, { name: 'will', permissions: ['withdrawals'], by: olga })
  expect(await call(dora)).toMatchObject({ status: 200, body: { name: 'dora' } })
  expect((await call(olga)).body).toEqual({ name: 'olga' })
  expect(await call(will)).toMatchObject({ status: 403, body: { error: { name: 'notPermitted' } } })
  for (const token of [undefined, 'nonsense', `fho_${'a'.repeat(43)}`, `${dora}x`])
    expect(await call(token)).toMatchObject({ status: 401 })
  await endOperator({ ...app.deps, actor: (await findOperator(app.deps, olga))! }, 'dora')
  expect((await call(dora)).status).toBe(401)
  const { rows } = await app.db.asOwner(
    "SELECT actor, detail FROM identity.audit WHERE action = 'operator-called' ORDER BY id",
  )
  expect(rows).toEqual(['operator:dora', 'operator:olga'].map((actor) => ({ actor, detail: { method: 'GET', path } })))
})
