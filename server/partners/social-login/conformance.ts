/**
 * Requirements for every social sign-in adapter. An adapter's test calls this with a simulated browser at its
 * provider.
 */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SocialLogin } from './port.ts'

export type SocialBench = {
  login: SocialLogin
  /** Opens the provider's page as a browser, consents, and returns the query of the callback. */
  agree(to: URL): Promise<Record<string, string>>
  /** The consenting account, as the provider should identify it. */
  expected: { email: string | null; isEmailVerified: boolean }
  /** The same adapter with an address where nothing listens; null if it calls no server. */
  unreachable: SocialLogin | null
}

export const callbackUrl = 'http://house.test/auth/social/google-oauth2/callback'

export function newFlow() {
  const random = () => randomBytes(32).toString('base64url')
  return { state: `mark.${random()}`, nonce: random(), verifier: random(), callbackUrl }
}

export function socialLoginConformance(bench: () => SocialBench): void {
  const begin = async (flow = newFlow()) => {
    const started = await bench().login.begin({ ...flow, connection: null })
    if (!started.ok) throw new Error(started.message)
    return { flow, query: await bench().agree(started.value) }
  }
  const finish = (flow: ReturnType<typeof newFlow>, query: Record<string, string>, now = new Date()) =>
    bench().login.finish({ ...flow, query, now })

  test('redirects and identifies the returning account, with the same subject each time and the state unchanged', async () => {
    const [first, second] = [await begin(), await begin()]
    expect(first.query.state).toBe(first.flow.state)
    const [one, two] = [await finish(first.flow, first.query), await finish(second.flow, second.query)]
    expect(one).toMatchObject({ ok: true, value: bench().expected })
    if (!one.ok || !two.ok) throw new Error('refused')
    expect(two.value.subject).toBe(one.value.subject)
    expect(one.value.subject).toMatch(/^\S{1,255}$/)
    // A response that could be submitted twice is identified by its `note`.
    expect(one.value.note === null || one.value.note.length >= 32).toBe(true)
  })

  test("refuses a response that is not the provider's: empty, garbage, or with any value altered", async () => {
    const { flow, query } = await begin()
    expect(await finish(flow, {})).toMatchObject({ ok: false, refusal: 'refused' })
    expect(await finish(flow, { state: flow.state, code: 'x', hash: 'x', id: '1', auth_date: '1' })).toMatchObject({
      ok: false,
      refusal: 'refused',
    })
    for (const name of Object.keys(query).filter((each) => each !== 'state')) {
      expect(await finish(flow, { ...query, [name]: `${query[name]}0` }), name).toMatchObject({
        ok: false,
        refusal: 'refused',
      })
    }
  })

  test('refuses if the person declined', async () => {
    const flow = newFlow()
    expect(await finish(flow, { state: flow.state, error: 'access_denied', error_description: 'no' })).toMatchObject({
      ok: false,
      refusal: 'refused',
    })
  })

  test('reports an unreachable provider as unavailable, never as refused', async () => {
    const { unreachable } = bench()
    if (!unreachable) return
    const flow = newFlow()
    expect(await unreachable.begin({ ...flow, connection: null })).toMatchObject({ ok: false, refusal: 'unavailable' })
    expect(
      await unreachable.finish({ ...flow, query: { state: flow.state, code: 'x' }, now: new Date() }),
    ).toMatchObject({ ok: false, refusal: 'unavailable' })
  })
}
