/** The outside studios of the settings. */
import { createPrivateKey } from 'node:crypto'
import { deriveKey } from '../../secret.ts'
import type { Settings } from '../../settings.ts'
import { createHub88Studio } from './hub88/hub88.ts'
import { readPublicKey } from './hub88/signature.ts'
import type { GameStudio } from './port.ts'
import type { StudioSetting } from './settings.ts'

export function outsideStudiosOf(settings: Pick<Settings, 'studios' | 'secret'>): GameStudio[] {
  return settings.studios.map((setting) => createStudioOf(setting, settings.secret))
}

function createStudioOf(setting: StudioSetting, secret: string): GameStudio {
  const { slug, name, url } = setting
  return createHub88Studio({
    slug,
    name,
    url,
    tokenKey: deriveKey(secret, `studio-token ${slug}`),
    operatorId: setting.operatorId,
    privateKey: createPrivateKey(setting.privateKey),
    publicKeys: setting.publicKeys.map(readPublicKey),
  })
}
