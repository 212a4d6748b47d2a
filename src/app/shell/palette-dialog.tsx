import { type ComponentProps, type ComponentType, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#lib/messages.ts'
import { CommandDialog } from '#ui/command-dialog.tsx'
import { toast, toastCopyRefused } from '#ui/live-region.tsx'
import type { BufferedKeys } from '#web/buffered-keys.ts'
import type { PaletteEntries } from './palette.tsx'
import { type Entry, findCommands, recentCommands, rememberCommand } from './palette-commands.ts'

interface PaletteProps extends Omit<ComponentProps<typeof PaletteEntries>, 'onEntries' | 'search'> {
  /** The keys that were typed before the palette had loaded. */
  held: BufferedKeys | undefined
  onClose(): void
}

/**
 * The palette, which reaches everything in two keys. Its field appears at once and receives every key. The entries are
 * loaded separately and may arrive later: an Enter that is pressed before then waits for them.
 */
export function Palette({ auth, held, onShortcuts, onClose }: PaletteProps) {
  const [search, setSearch] = useState(held?.text ?? '')
  const [recent] = useState(recentCommands)
  const [Entries, setEntries] = useState<ComponentType<ComponentProps<typeof PaletteEntries>> | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [found, setFound] = useState<{ entries: readonly Entry[]; isComplete: boolean } | null>(null)
  /** Whether Enter was pressed before there was an entry to open. */
  const [isAwaited, setIsAwaited] = useState(held?.isEntered ?? false)
  const onEntries = useCallback(
    (entries: readonly Entry[], isComplete: boolean) => setFound({ entries, isComplete }),
    [],
  )

  useEffect(() => {
    import('./palette.tsx').then(
      (module) => setEntries(() => module.PaletteEntries),
      () => setHasFailed(true),
    )
  }, [])

  const find = useCallback(
    (text: string) => (found === null ? [] : findCommands(found.entries, text, recent, [t('Pages'), t('Actions')])),
    [found, recent],
  )

  function open(entry: Entry): void {
    if (entry.run === null) {
      copyOf(entry)
      return
    }
    rememberCommand(entry.id)
    // Close the dialog synchronously: the dialog first returns the focus to where it was, and only then the new place
    // takes it.
    flushSync(onClose)
    entry.run()
  }

  function copyOf({ id, label, copy }: Entry): void {
    if (copy === undefined) return
    rememberCommand(id)
    onClose()
    navigator.clipboard
      .writeText(copy.text)
      .then(() => toast(t('{name} copied', { name: copy.name ?? label })), toastCopyRefused)
  }

  const isDue = isAwaited && found?.isComplete === true
  useEffect(() => {
    if (!isDue) return
    // Wait until this render is complete: opening closes the dialog with flushSync, which React forbids while it
    // renders.
    const [first] = find(search).flatMap(({ commands }) => commands)
    const timer = setTimeout(() => (first === undefined ? setIsAwaited(false) : open(first)))
    return () => clearTimeout(timer)
  })

  function emptyText(): string {
    if (hasFailed) return t('The search could not be loaded. Close it and try again.')
    return found?.isComplete === true ? t('Nothing found for “{search}”.', { search: search.trim() }) : t('Loading…')
  }

  return (
    <>
      <CommandDialog
        label={t('Jump to')}
        placeholder={auth.status === 'signed-in' ? t('Page, person, code…') : t('Page, rule, code…')}
        search={search}
        onSearch={(text) => {
          setSearch(text)
          setIsAwaited(false)
        }}
        find={find}
        emptyText={emptyText()}
        onOpen={open}
        onAwait={() => setIsAwaited(found?.isComplete !== true)}
        onCopy={copyOf}
        onClose={onClose}
      />
      {Entries !== null && <Entries auth={auth} search={search} onShortcuts={onShortcuts} onEntries={onEntries} />}
    </>
  )
}
