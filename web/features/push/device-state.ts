/** Whether this browser receives push notifications, and what changes it. */
import type { RouteReply, RouteRequest } from '#contract/api.ts'
import { api } from '../../api/client.ts'

type Push = RouteReply<'GET /api/notification/push'>
type Stored = RouteRequest<'PUT /api/notification/push'>['body']
/** The calls to the site; a parameter, so that they can be counted. */
type Calls = { store(body: Stored): Promise<Push>; remove(): Promise<Push> }
const calls: Calls = {
  store: (body) => api('PUT /api/notification/push', { body }),
  remove: () => api('DELETE /api/notification/push'),
}

/**
 * `unsupported`: no service worker, or no push notifications; `blocked`: the player refused them in the browser, where
 * only the browser's settings help.
 */
export type DeviceState = { kind: 'unsupported' | 'blocked' | 'off' } | { kind: 'on'; receivesOffers: boolean }

/** What a browser offers; a parameter, so that each state can be tested. */
export type Device = {
  isCapable: boolean
  /** Null until the service worker is registered. */
  registration: Pick<ServiceWorkerRegistration, 'pushManager'> | null
  permission: NotificationPermission | null
}

export async function thisDevice(): Promise<Device> {
  const isCapable = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!isCapable) return { isCapable, registration: null, permission: null }
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  return { isCapable, registration: registration ?? null, permission: Notification.permission }
}

/** On: the server sends to exactly the subscription that this browser has. Null: not known yet. */
export async function readState(
  { isCapable, registration, permission }: Device,
  push: Push,
): Promise<DeviceState | null> {
  if (push.publicKey === null) return null
  if (!isCapable) return { kind: 'unsupported' }
  if (!registration) return null
  if (permission === 'denied') return { kind: 'blocked' }
  const held = await registration.pushManager.getSubscription().catch(() => null)
  const { subscription } = push
  return held && subscription && held.endpoint === subscription.endpoint
    ? { kind: 'on', receivesOffers: subscription.receivesOffers }
    : { kind: 'off' }
}

/** Asks for permission if need be, which takes a click. Returns what the server stored; null if it was refused. */
export async function switchOn(
  { registration }: Device,
  { publicKey }: Push,
  receivesOffers: boolean,
  { store }: Pick<Calls, 'store'> = calls,
): Promise<Push | null> {
  if (!registration || publicKey === null) return null
  const held = await subscriptionTo(registration.pushManager, publicKey)
  const keys = held?.toJSON().keys
  if (!held || !keys?.p256dh || !keys.auth) return null
  return store({ endpoint: held.endpoint, p256dh: keys.p256dh, auth: keys.auth, receivesOffers })
}

export async function switchOff({ registration }: Device, { remove }: Pick<Calls, 'remove'> = calls): Promise<Push> {
  const push = await remove()
  const held = await registration?.pushManager.getSubscription().catch(() => null)
  await held?.unsubscribe().catch(() => undefined)
  return push
}

/** A subscription with another key of the site is replaced. Null if the player or the browser refuses. */
async function subscriptionTo(manager: PushManager, publicKey: string): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    if ((error as DOMException).name !== 'InvalidStateError') return null
    await (await manager.getSubscription())?.unsubscribe()
    return manager.subscribe(options).catch(() => null)
  }
}
