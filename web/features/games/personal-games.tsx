/** A player's list of favourites or recent games. Guests see a description of it. */
import { useApi } from '../../api/use-api.ts'
import { buttonClass, ButtonLink } from '../../design/button/button.tsx'
import { Empty, Failed } from '../../design/empty/empty.tsx'
import type { IconName } from '../../design/icon/icon.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { Page } from '../../shell/page-frame.tsx'
import { GameGrid, GridSkeleton } from './grid.tsx'
import { withOpenFirst } from './open-first.ts'

type PersonalProps = {
  list: 'favorites' | 'recent'
  route: 'GET /api/game/games/favorites' | 'GET /api/game/games/played'
  icon: IconName
}

export function PersonalGames({ list, route, icon }: PersonalProps) {
  const t = useLabels('lobby')
  const { isSignedIn } = useVisitor()
  const { data, isError, refetch } = useApi(route, undefined, { enabled: isSignedIn })
  const { data: openRounds = [] } = useApi('GET /api/game/open-rounds', undefined, { enabled: isSignedIn })
  return (
    <Page title={t(`${list}Title`)}>
      {!isSignedIn && (
        <Empty
          icon={icon}
          title={t(`${list}GuestTitle`)}
          action={
            <ModalLink modal="sign-in" className={buttonClass} data-tone="primary">
              {t('signIn')}
            </ModalLink>
          }
        >
          {t(`${list}GuestText`)}
        </Empty>
      )}
      {isSignedIn && isError && (
        <Failed title={t('gamesFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />
      )}
      {isSignedIn && !isError && !data && <GridSkeleton />}
      {isSignedIn && data?.data.length === 0 && (
        <Empty
          icon={icon}
          title={t(`${list}EmptyTitle`)}
          action={
            <ButtonLink to="/" tone="primary">
              {t('toGames')}
            </ButtonLink>
          }
        >
          {t(`${list}EmptyText`)}
        </Empty>
      )}
      {isSignedIn && data && data.data.length > 0 && <GameGrid games={withOpenFirst(data.data, openRounds)} />}
    </Page>
  )
}
