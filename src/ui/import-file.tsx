import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from './button.tsx'
import { Fold } from './import-fold.tsx'

interface FilePickerProps {
  /** The texts of the field. By default it asks for a spreadsheet. */
  texts?: { label: string; prompt: string; hint: string; accept?: string }
  /** Whether several files can be chosen together. */
  isMultiple?: boolean
  /** The name of the chosen file. */
  name: string | null
  /** What is happening with the file, such as 'Checking 3,008 lines…', and the share that is done, if known. */
  progress: { text: string; share: number | null } | null
  onChoose(files: File[]): void
}

const spreadsheetTexts = () => ({
  label: t('Spreadsheet'),
  prompt: t('Choose a spreadsheet: .csv or .xlsx'),
  hint: t('or drop it here'),
  accept: '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain',
})

/** A field for a file that is chosen or dropped. */
export function FilePicker({
  texts = spreadsheetTexts(),
  isMultiple = false,
  name,
  progress,
  onChoose,
}: FilePickerProps) {
  const [isOver, setIsOver] = useState(false)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  const take = () => {
    if (input.current === null) return
    onChoose([...(input.current.files ?? [])])
    input.current.value = '' // so that the same file can be chosen again once it was fixed
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: for what was chosen before hydration
  useEffect(() => {
    if (input.current?.files?.length) take()
  }, [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onChoose([...event.dataTransfer.files])
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`flex cursor-pointer items-center gap-4 rounded-md border border-dashed px-5 has-focus-visible:outline-2 has-focus-visible:outline-lagoon has-focus-visible:outline-offset-2 ${name === null ? 'py-10' : 'py-4'} ${isOver ? 'border-lagoon bg-lagoon/10' : 'border-paper-faint/50 bg-dusk hover:border-paper-faint'}`}
    >
      <FileSpreadsheet aria-hidden="true" className="size-8 shrink-0 text-lagoon" />
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere block font-bold font-sign text-paper">{name ?? texts.prompt}</span>
        <span className="block text-paper-faint text-sm">
          {progress?.text ?? (name === null ? texts.hint : t('Choose or drop another file to start again'))}
        </span>
        {progress !== null && (
          <progress
            aria-label={progress.text}
            value={progress.share ?? undefined}
            className="mt-2 h-1.5 w-full max-w-80 accent-lagoon"
          />
        )}
      </span>
      <input
        ref={input}
        id={id}
        type="file"
        multiple={isMultiple}
        accept={texts.accept}
        aria-label={texts.label}
        className="sr-only"
        onChange={take}
      />
    </label>
  )
}

/** A field for rows that were copied from a spreadsheet. */
export function PasteRows({ onPaste }: { onPaste(text: string): void }) {
  const [text, setText] = useState('')
  return (
    <Fold summary={t('Paste rows instead of a file')}>
      <textarea
        aria-label={t('Rows to import')}
        placeholder={t('Copy the rows with their column names, and paste them here.')}
        value={text}
        rows={5}
        onChange={(event) => setText(event.target.value)}
        className="mt-2 block w-full rounded-md border border-paper-faint/60 bg-night/60 px-3 py-2 font-mono text-[0.8125rem] max-sm:text-base"
      />
      <Button className="mt-2" disabled={text.trim() === ''} onClick={() => onPaste(text)}>
        {t('Check these rows')}
      </Button>
    </Fold>
  )
}
