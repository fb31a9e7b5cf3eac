/** An app whose identity check is the sandbox's, over HTTP in both directions. */
import { createSandbox, type Sandbox } from '#sandbox/main.ts'
import { createSandboxCheck } from '#server/partners/identity-check/from-settings.ts'
import { type TestApp, testApp } from './app.ts'

/** Signs the calls and the webhooks between both. */
export const identityCheckSecret = 'the secret shared with the sandbox'

/** Closing it closes the sandbox as well. A review takes longer than a test, and no webhook is repeated. */
export async function identityCheckApp(): Promise<{
  app: TestApp
  url: string
  sandbox: Sandbox
  close(): Promise<void>
}> {
  let url = ''
  const sandbox = await createSandbox({
    port: 0,
    operatorUrl: () => url,
    secret: identityCheckSecret,
    statePath: null,
    reviewMs: 3_600_000,
    retryDelaysMs: [],
  })
  const identityCheck = createSandboxCheck(sandbox.url, identityCheckSecret, { now: () => new Date() })
  const app = await testApp({
    now: new Date(),
    env: { ACCESS_TOKEN_SECONDS: '3600' },
    deps: (deps) => ({ partners: { ...deps.partners, identityCheck } }),
  })
  url = await app.listen()
  return {
    app,
    url,
    sandbox,
    async close() {
      await sandbox.close()
      await app.close()
    },
  }
}
