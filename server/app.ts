/** Assembles the HTTP server of the site; main.ts and the tests both build it here. */
import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { createServer } from './http/create-server.ts'
import { guardDisk } from './http/disk-guard.ts'
import { mountHealth } from './http/health.ts'
import { mountOperations } from './http/operations.ts'
import { limitRate } from './http/rate-limit.ts'
import { securityHeaders } from './http/security-headers.ts'
import { serve } from './http/serve.ts'
import { limitUnsignedCalls } from './http/unsigned-calls.ts'
import { callerReader } from './identity/index.ts'
import type { BoundRoute } from './kernel/http/bind.ts'
import { measureRequests } from './kernel/http/metrics.ts'

export type AppParts = {
  routes: BoundRoute[]
  /** Plugins with routes of their own: pages, studio, API document, builds. */
  plugins?: Array<(app: FastifyInstance) => Promise<void> | void>
}

/** Builds the server without listening. The caller owns `deps` and closes them after the app. */
export async function createApp(deps: Deps, parts: AppParts): Promise<FastifyInstance> {
  const app = createServer(deps, securityHeaders(deps.settings))
  limitUnsignedCalls(app, deps)
  measureRequests(app)
  limitRate(app, deps)
  guardDisk(app, deps)
  mountHealth(app, deps)
  mountOperations(app, deps)
  serve(app, deps, parts.routes, callerReader(deps))
  for (const plugin of parts.plugins ?? []) await plugin(app)
  return app
}
