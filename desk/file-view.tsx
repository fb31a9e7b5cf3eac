/**
 * A player's file within the desk. The server has determined its type from its bytes. A picture is shown as a picture and
 * as nothing else; any other file is only saved, because a viewer would need frames, which the desk's policy forbids.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import styles from './file-view.module.css'
import { label } from './labels.ts'
import { Loaded } from './loaded.tsx'
import { save } from './save-file.ts'

type File = { id: string; name: string; mimeType: string }
type FileViewProps = { file: File; load: () => Promise<Blob> }

/** Every browser decodes these. */
const pictures = new Set(['image/jpeg', 'image/png', 'image/webp'])

export function FileView({ file, load }: FileViewProps) {
  const query = useQuery({
    queryKey: ['file', file.id],
    queryFn: load,
    // A file does not change, and each time it is read is an entry of the audit log.
    staleTime: Infinity,
    gcTime: 0,
    enabled: pictures.has(file.mimeType),
  })
  if (!pictures.has(file.mimeType)) return <OnlySaved file={file} load={load} />
  return <Loaded query={query}>{(bytes) => <Picture file={file} bytes={bytes} />}</Loaded>
}

function Picture({ file, bytes }: { file: File; bytes: Blob }) {
  const [url, setUrl] = useState<string>()
  const [turns, setTurns] = useState(0)
  const [isLarge, setLarge] = useState(false)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const created = URL.createObjectURL(bytes.slice(0, bytes.size, file.mimeType))
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [bytes, file.mimeType])
  if (isBroken) return <OnlySaved file={file} load={async () => bytes} />
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.tools}>
        <span className={styles.name}>{file.name}</span>
        <Button size="s" icon="refresh" onClick={() => setTurns((turns + 1) % 4)}>
          {label('fileTurn')}
        </Button>
        <Button size="s" icon="expand" aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
          {label('fileLarge')}
        </Button>
        <Button size="s" icon="download" onClick={() => save(file, bytes)}>
          {label('fileSave')}
        </Button>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles.frame} data-large={isLarge || undefined} role="region" aria-label={file.name} tabIndex={0}>
        {url && <img src={url} alt={file.name} data-turns={turns} onError={() => setBroken(true)} />}
      </div>
    </figure>
  )
}

function OnlySaved({ file, load }: FileViewProps) {
  const [isFailed, setFailed] = useState(false)
  const fetchAndSave = async () => {
    setFailed(false)
    try {
      save(file, await load())
    } catch {
      setFailed(true)
    }
  }
  return (
    <Empty
      icon="document"
      title={file.name}
      action={
        <Button icon="download" onClick={() => void fetchAndSave()}>
          {label('fileSave')}
        </Button>
      }
    >
      {label(isFailed ? 'fileFailed' : 'fileNotShown')}
    </Empty>
  )
}
