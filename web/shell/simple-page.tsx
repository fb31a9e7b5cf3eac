/** A simple page: title, text and one link, from the labels `pages`. */
import type { ReactNode } from 'react'
import { ButtonLink } from '../design/button/button.tsx'
import { Empty } from '../design/empty/empty.tsx'
import type { IconName } from '../design/icon/icon.tsx'
import { useLabels } from '../render/labels.tsx'
import { Page } from './page-frame.tsx'

export function SimplePage({ page, icon, action }: { page: string; icon: IconName; action?: ReactNode }) {
  const t = useLabels('pages')
  return (
    <Page title={t(`${page}Title`)}>
      <Empty
        icon={icon}
        title={t(`${page}Lead`)}
        action={
          action ?? (
            <ButtonLink to="/" tone="primary">
              {t('toGames')}
            </ButtonLink>
          )
        }
      >
        {t(`${page}Text`)}
      </Empty>
    </Page>
  )
}
