/** Lists all collections with their number of games, because the row in the lobby may not show all. */
import { useApi } from '../api/use-api.ts'
import { Icon, type IconName } from '../design/icon/icon.tsx'
import { ChoiceList } from '../features/games/choice-list.tsx'
import type { ModalModule } from '../modals.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalBody, ModalTitle } from './modal-frame.tsx'
import { ModalLink } from './use-modal.tsx'

function Categories() {
  const t = useLabels('lobby')
  const { data = [] } = useApi('GET /api/game/collections')
  return (
    <>
      <ModalTitle>{t('categories')}</ModalTitle>
      <ModalBody>
        <ChoiceList
          choices={data.map(({ identity, name, icon, gamesCount }) => ({
            to: `/categories/${identity}`,
            icon: icon as IconName,
            name,
            gamesCount,
          }))}
          more={
            <ModalLink modal="providers" instead="categories">
              <Icon name="grid" />
              <span>{t('providers')}</span>
              <Icon name="chevron-right" />
            </ModalLink>
          }
        />
      </ModalBody>
    </>
  )
}

export const modal: ModalModule = { View: Categories, labels: ['lobby'] }
