/** Stores whether the site is installed on this device and whether the visitor has dismissed the offer. */
import { readStored, writeStored } from '../../device/storage.ts'
import { installPrompt } from './install-prompt.ts'
import { type InstallWay, installWay, isDismissed } from './install-way.ts'

const dismissedKey = 'install-dismissed'
const listeners = new Set<() => void>()
let hasInstalled = false

export function isInstalled(): boolean {
  const isIos = (navigator as { standalone?: boolean }).standalone === true
  return hasInstalled || isIos || matchMedia('(display-mode: standalone)').matches
}

/** Returns null if the site is installed or cannot be installed. */
export function currentWay(): InstallWay | null {
  const { userAgent, maxTouchPoints } = navigator
  return installWay({
    userAgent,
    touchPoints: maxTouchPoints,
    isStandalone: isInstalled(),
    hasPrompt: installPrompt() !== null,
  })
}

/** Records that the site is installed, as the browser or the profile has reported. */
export function noteInstalled(): void {
  hasInstalled = true
  announce()
}

export function hasDismissed(): boolean {
  return isDismissed(readStored('local', dismissedKey), Date.now())
}

export function dismissOffer(): void {
  writeStored('local', dismissedKey, String(Date.now()))
  announce()
}

export function onInstallState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  for (const listener of listeners) listener()
}
