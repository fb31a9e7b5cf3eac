/** All studios with their number of games; choosing one filters the lobby. */
import { useApi } from '../api/use-api.ts'
import { Skeleton } from '../design/skeleton/skeleton.tsx'
import { ChoiceList } from '../features/games/choice-list.tsx'
import type { ModalModule } from '../modals.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalBody, ModalTitle } from './modal-frame.tsx'

function Providers() {
  const t = useLabels('lobby')
  const { data } = useApi('GET /api/game/providers')
  return (
    <>
      <ModalTitle description={t('providersDescription')}>{t('providersTitle')}</ModalTitle>
      <ModalBody>
        {data ? (
          <ChoiceList
            choices={data.map(({ id, name, gamesCount }) => ({
              to: `/?providers[]=${id}`,
              icon: 'gamepad',
              name,
              gamesCount,
            }))}
          />
        ) : (
          <Skeleton height={48} />
        )}
      </ModalBody>
    </>
  )
}

export const modal: ModalModule = { View: Providers, labels: ['lobby'] }
