/** The outside studios of the settings, and the sandbox's. */
import { createPrivateKey } from 'node:crypto'
import { deriveKey } from '../../kernel/secret.ts'
import type { Settings } from '../../settings.ts'
import { createHub88Studio } from './hub88/hub88.ts'
import { readPublicKey } from './hub88/signature.ts'
import type { GameStudio } from './port.ts'
import { createSoftswissStudio } from './softswiss/softswiss.ts'
import type { SandboxStudioKeys } from './sandbox-keys.ts'
import type { StudioSetting } from './settings.ts'

export const sandboxStudioSlug = 'lantern'

export function outsideStudiosOf(
  settings: Pick<Settings, 'studios' | 'secret' | 'sandbox'>,
  sandboxKeys: SandboxStudioKeys | null,
): GameStudio[] {
  const sandbox: StudioSetting[] = sandboxKeys
    ? [
        {
          slug: sandboxStudioSlug,
          name: 'Lantern Works',
          protocol: 'hub88',
          url: `${settings.sandbox.url}/game-studio`,
          frames: [],
          operatorId: 1,
          privateKey: sandboxKeys.site.privateKey,
          publicKeys: [sandboxKeys.site.publicKey],
        },
      ]
    : []
  return [...settings.studios, ...sandbox].map((setting) => createStudioOf(setting, settings.secret))
}

function createStudioOf(setting: StudioSetting, secret: string): GameStudio {
  const { slug, name, url } = setting
  const common = { slug, name, url, tokenKey: deriveKey(secret, `studio-token ${slug}`) }
  if (setting.protocol === 'softswiss')
    return createSoftswissStudio({ ...common, casinoId: setting.casinoId, secrets: setting.secrets })
  return createHub88Studio({
    ...common,
    operatorId: setting.operatorId,
    privateKey: createPrivateKey(setting.privateKey),
    publicKeys: setting.publicKeys.map(readPublicKey),
  })
}
