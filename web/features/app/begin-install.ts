/** Offers the installation, and writes a player's to the profile. */
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

/** Most visitors have nothing to install, and load no words for it. */
async function show({ loader }: Navigator): Promise<void> {
  if (currentWay() === null) return
  await loader.labels.load('install')
  showInstallOffer(installOffer)
}

/**
 * An installation is written to the profile, which is only logged if it fails (specification, section 8). Where the
 * browser makes no offer of its own, whether the site is installed is unknown there, so the profile states it.
 */
async function compareProfile({ loader: { client, fetch } }: Navigator): Promise<void> {
  if (accessToken() === null) return
  try {
    const profile = (await fetch(query(profileRoute))) as Profile
    if (profile.pwaInstalled) return installPrompt() === null ? noteInstalled() : undefined
    if (!isInstalled()) return
    await api('PUT /api/player/profile', { body: { pwaInstalled: true } })
    writeApi(client, profileRoute, undefined, (held) => ({ ...held, pwaInstalled: true }))
  } catch (error) {
    console.warn('The installation could not be written to the profile', error)
  }
}
