import Copy from 'lucide-react/icons/copy'
import Search from 'lucide-react/icons/search'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useOptimistic,
  useRef,
  useState,
} from 'react'
import { t } from '#lib/messages.ts'
import { Keys } from './keys.tsx'
import { Modal } from './modal.tsx'

/** A place to go to or an action to run. */
export interface Command {
  id: string
  label: string
  /** Distinguishes it from commands with the same label. */
  detail?: string
  icon: ReactNode
  /** What Shift Enter copies: the text, what it is called, and whose it is, unless the command's label says so. */
  copy?: { text: string; label: string; name?: string }
}

interface Group<C> {
  label: string
  commands: readonly C[]
}

interface CommandDialogProps<C extends Command> {
  label: string
  placeholder: string
  search: string
  onSearch(search: string): void
  /** Returns the matches of a search, in groups. */
  find(search: string): readonly Group<C>[]
  /** Shown when nothing matches. */
  emptyText: string
  onOpen(command: C): void
  /** Called when Enter is pressed while nothing can be opened. */
  onAwait?(): void
  onCopy(command: C): void
  onClose(): void
}

const PAGE = 6

/**
 * A search over commands for the keyboard: the focus stays in the field while the arrow keys move through the list (the
 * combobox pattern of the ARIA Authoring Practices, with a listbox that is always open). A typed letter shows at once,
 * and its matches right after. Over 60 lines because the keys of the field and the pointer over the list move the same
 * current command, which the list and the hints below it show.
 */
export function CommandDialog<C extends Command>(props: CommandDialogProps<C>) {
  const { label, placeholder, search, onSearch, find, emptyText, onOpen, onAwait, onCopy, onClose } = props
  const listId = useId()
  const fieldRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const [typed, showTyped] = useOptimistic(search)
  const groups = useMemo(() => find(search), [find, search])
  const { commands, at } = placeIn(groups, wanted)
  const current = commands[at]
  const optionId = (command: Command) => optionIdIn(listId, command)

  // Focus before the browser paints: the next key belongs to this field.
  useLayoutEffect(() => fieldRef.current?.focus(), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another command becomes current
  useEffect(() => {
    listRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current?.id])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    // The search for the last typed letters may still be pending, but keys apply to its matches.
    const { commands, at } = placeIn(typed === search ? groups : find(typed), wanted)
    const current = commands[at]
    const last = commands.length - 1
    const targets: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      PageDown: Math.min(last, at + PAGE),
      PageUp: Math.max(0, at - PAGE),
    }
    const target = targets[event.key]
    if (target !== undefined) {
      event.preventDefault()
      setWanted(commands[target]?.id ?? null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (current === undefined) onAwait?.()
      else if (!event.shiftKey) onOpen(current)
      else if (current.copy) onCopy(current)
    }
  }

  /** The list handles the pointer for its options, which are not controls themselves. */
  const commandAt = (event: MouseEvent) => {
    const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null
    return commands.find((command) => optionId(command) === option?.id)
  }
  const onClick = (event: MouseEvent) => {
    const command = commandAt(event)
    if (command === undefined) return
    const isOnCopy = event.target instanceof Element && event.target.closest('[data-copy]') !== null
    if (isOnCopy) onCopy(command)
    else onOpen(command)
  }

  return (
    <Modal aria-label={label} onClose={onClose} className="mx-auto mt-[min(12dvh,7rem)] mb-auto max-w-xl">
      <div className="relative border-haze border-b">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-paper-faint"
        />
        <input
          ref={fieldRef}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={placeholder}
          value={typed}
          onChange={({ target: { value } }) =>
            startTransition(() => {
              showTyped(value)
              setWanted(null)
              onSearch(value)
            })
          }
          onKeyDown={onKeyDown}
          className="h-14 w-full bg-transparent pr-4 pl-12 text-base text-paper outline-none placeholder:text-paper-faint"
        />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys */}
      <div
        ref={listRef}
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        onClick={onClick}
        onMouseMove={(event) => {
          const command = commandAt(event)
          if (command !== undefined && command !== current) setWanted(command.id)
        }}
        className="max-h-[min(55dvh,26rem)] overflow-y-auto overscroll-contain p-2 empty:hidden"
      >
        <Options groups={groups} current={current} listId={listId} />
      </div>
      {commands.length === 0 && <p className="px-6 py-10 text-center text-paper-dim">{emptyText}</p>}
      <p role="status" className="sr-only">
        {commands.length === 0 ? emptyText : t('{count} found', { count: commands.length })}
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-1 border-haze border-t bg-night/40 px-4 py-2.5 text-paper-faint text-xs max-sm:hidden">
        <span className="inline-flex items-center gap-1.5">
          <Keys keys="↑ ↓" /> {t('move')}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <Keys keys="Enter" /> {t('open')}
        </span>
        {current?.copy && (
          <span className="inline-flex items-center gap-1.5">
            <Keys keys="Shift Enter" /> {current.copy.label}
          </span>
        )}
        <span className="ml-auto inline-flex items-center gap-1.5">
          <Keys keys="Esc" /> {t('close')}
        </span>
      </p>
    </Modal>
  )
}

const optionIdIn = (listId: string, { id }: Command) => `${listId}-${id}`

/** All matches, and the index of the current one: the match that the arrow keys moved to, or the first. */
function placeIn<C extends Command>(groups: readonly Group<C>[], wanted: string | null) {
  const commands = groups.flatMap((group) => group.commands)
  return {
    commands,
    at: Math.max(
      0,
      commands.findIndex(({ id }) => id === wanted),
    ),
  }
}

interface OptionsProps {
  groups: readonly Group<Command>[]
  current: Command | undefined
  listId: string
}

/** Memoized: a typed letter does not render the list again before its matches are known. */
const Options = memo(function Options({ groups, current, listId }: OptionsProps) {
  return groups
    .filter((group) => group.commands.length > 0)
    .map((group) => (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
      <div key={group.label} role="group" aria-label={group.label} className="not-first:mt-2">
        <div aria-hidden="true" className="eyebrow px-3 pt-1.5 pb-1 text-paper-faint">
          {group.label}
        </div>
        {group.commands.map((command) => (
          <Option key={command.id} id={optionIdIn(listId, command)} command={command} isCurrent={command === current} />
        ))}
      </div>
    ))
})

function Option({ id, command, isCurrent }: { id: string; command: Command; isCurrent: boolean }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus and names this one
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      className="touch-target flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 text-paper-dim aria-selected:bg-haze aria-selected:text-paper forced-colors:aria-selected:outline [&_svg]:size-4 [&_svg]:shrink-0"
    >
      <span className="text-paper-faint">{command.icon}</span>
      {/* On two lines on a phone, and when a single line would cut off the detail. */}
      <span className="flex min-w-0 flex-1 gap-x-3 max-sm:flex-col sm:flex-wrap sm:items-baseline">
        <span className="wrap-anywhere min-w-0 font-semibold text-sm">{command.label}</span>
        {/* Empty when only a person's name is known. */}
        {Boolean(command.detail) && (
          <span className="wrap-anywhere min-w-0 text-paper-faint text-xs">{command.detail}</span>
        )}
      </span>
      {command.copy && (
        <span
          data-copy=""
          title={command.copy.label}
          className={`-my-1.5 -mr-2 ml-auto flex size-10 shrink-0 items-center justify-center rounded-sm hover:text-lagoon ${isCurrent ? '' : 'pointer-fine:opacity-0'}`}
        >
          <Copy aria-hidden="true" />
        </span>
      )}
    </div>
  )
}
