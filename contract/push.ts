/** Push notifications for this browser, as long as its session is open. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Push = z.object({
  /** The key with which the browser subscribes; null if push notifications are switched off. */
  publicKey: z.string().nullable(),
  /** The subscription of this session; null if there is none. */
  subscription: z.object({ endpoint: z.string(), receivesOffers: z.boolean() }).nullable(),
})

export const readPush = endpoint({
  method: 'GET',
  path: '/api/notification/push',
  access: 'player',
  summary: 'Get whether this session receives push notifications, and the key to subscribe with',
  reply: Push,
})
export const storePush = endpoint({
  method: 'PUT',
  path: '/api/notification/push',
  access: 'player',
  summary: 'Subscribe this browser to push notifications, replacing an earlier subscription',
  body: z.object({
    endpoint: z.string().min(10).max(1000),
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
    receivesOffers: z.boolean(),
  }),
  reply: Push,
  refusals: {
    pushEndpointInvalid: { status: 422, description: 'not the public https address of a push service' },
    pushOff: { status: 422, description: 'push notifications are switched off' },
    sessionEnded: { status: 422, description: 'the session ended meanwhile' },
  },
})
export const removePush = endpoint({
  method: 'DELETE',
  path: '/api/notification/push',
  access: 'player',
  summary: 'Unsubscribe this browser from push notifications',
  reply: Push,
})
