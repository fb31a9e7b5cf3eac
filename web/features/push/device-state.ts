/** Reads and changes whether this browser receives push notifications. */
import type { RouteReply, RouteRequest } from '#contract/api.ts'
import { api } from '../../api/client.ts'

type Push = RouteReply<'GET /api/notification/push'>
type Stored = RouteRequest<'PUT /api/notification/push'>['body']
/** The calls to the server; a parameter, so that tests can replace them. */
type Calls = { store(body: Stored): Promise<Push>; remove(): Promise<Push> }
const calls: Calls = {
  store: (body) => api('PUT /api/notification/push', { body }),
  remove: () => api('DELETE /api/notification/push'),
}

/**
 * `unsupported`: no service worker or no push notifications; `blocked`: the player has refused them, which only the
 * browser's settings can change.
 */
export type DeviceState = { kind: 'unsupported' | 'blocked' | 'off' } | { kind: 'on'; receivesOffers: boolean }

/** The capabilities of the browser; a parameter, so that each state can be tested. */
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

/** Returns `on` only if the server has the subscription of this browser, and null if the state is not known yet. */
export async function readState(
  { isCapable, registration, permission }: Device,
  push: Push,
): Promise<DeviceState | null> {
  if (push.publicKey === null) return null
  if (!isCapable) return { kind: 'unsupported' }
  if (!registration) return null
  if (permission === 'denied') return { kind: 'blocked' }
  const subscriptionHere = await registration.pushManager.getSubscription().catch(() => null)
  const { subscription } = push
  return subscriptionHere && subscription && subscriptionHere.endpoint === subscription.endpoint
    ? { kind: 'on', receivesOffers: subscription.receivesOffers }
    : { kind: 'off' }
}

/** Subscribes, which may ask for permission and needs a click. Returns the stored state, or null after a refusal. */
export async function switchOn(
  { registration }: Device,
  { publicKey }: Push,
  receivesOffers: boolean,
  { store }: Pick<Calls, 'store'> = calls,
): Promise<Push | null> {
  if (!registration || publicKey === null) return null
  const subscriptionHere = await subscriptionTo(registration.pushManager, publicKey)
  const keys = subscriptionHere?.toJSON().keys
  if (!subscriptionHere || !keys?.p256dh || !keys.auth) return null
  return store({ endpoint: subscriptionHere.endpoint, p256dh: keys.p256dh, auth: keys.auth, receivesOffers })
}

export async function switchOff({ registration }: Device, { remove }: Pick<Calls, 'remove'> = calls): Promise<Push> {
  const push = await remove()
  const subscriptionHere = await registration?.pushManager.getSubscription().catch(() => null)
  await subscriptionHere?.unsubscribe().catch(() => undefined)
  return push
}

/** Subscribes with the key, replacing a subscription with another one. Returns null if player or browser refuses. */
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
