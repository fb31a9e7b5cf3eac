/** The page of quests as a dialog, which opens over a game. */
import { QuestList } from '../features/quests/quest-list.tsx'
import type { ModalModule } from '../modals.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalBody, ModalTitle } from './modal-frame.tsx'

function QuestsHub() {
  const t = useLabels('quests')
  return (
    <>
      <ModalTitle description={t('lead')}>{t('title')}</ModalTitle>
      <ModalBody>
        <QuestList />
      </ModalBody>
    </>
  )
}

export const modal: ModalModule = { View: QuestsHub, labels: ['quests'] }
