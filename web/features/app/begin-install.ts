/** Offers the installation and records it in the player's profile. */
import type { Profile } from '#contract/identity.ts'
import { api } from '../../api/client.ts'
import { accessToken, onSessionChange } from '../../api/session.ts'
import { writeApi } from '../../api/use-api.ts'
import { installPrompt, onInstallPrompt } from './install-prompt.ts'
import type { Navigator } from '../../render/navigate.ts'
import { query } from '../../render/page.ts'
import { showInstallOffer } from '../../shell/install-slot.tsx'
import { installOffer } from './install-offer.tsx'
import { currentWay, isInstalled, noteInstalled } from './install-state.ts'

const profileRoute = 'GET /api/player/profile'

export async function beginInstall(navigator: Navigator): Promise<void> {
  const follow = () => void compareProfile(navigator)
  addEventListener('appinstalled', () => {
    noteInstalled()
    follow()
  })
  onSessionChange(({ reason }) => {
    if (reason === 'signedIn') follow()
  })
  follow()
  onInstallPrompt(() => void show(navigator))
  await show(navigator)
}

/** The texts load only if there is something to install, which most visitors do not have. */
async function show({ loader }: Navigator): Promise<void> {
  if (currentWay() === null) return
  await loader.labels.load('install')
  showInstallOffer(installOffer)
}

/**
 * Writes an installation to the profile; a failure is only logged (specification, section 8). A browser without an
 * install prompt does not report whether the site is installed, so there the profile decides.
 */
async function compareProfile({ loader: { client, fetch } }: Navigator): Promise<void> {
  if (accessToken() === null) return
  try {
    const profile = (await fetch(query(profileRoute))) as Profile
    if (profile.pwaInstalled) return installPrompt() === null ? noteInstalled() : undefined
    if (!isInstalled()) return
    await api('PUT /api/player/profile', { body: { pwaInstalled: true } })
    writeApi(client, profileRoute, undefined, (cached) => ({ ...cached, pwaInstalled: true }))
  } catch (error) {
    console.warn('The installation could not be written to the profile', error)
  }
}
