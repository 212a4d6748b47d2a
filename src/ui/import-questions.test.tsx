import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SheetQuestion } from '#lib/sheet.ts'
import { ImportQuestions } from './import-questions.tsx'

afterEach(cleanup)

const DATES: SheetQuestion = {
  ...{ key: 'date:/', kind: 'date', text: 'Which comes first?', line: 2, rows: 3, suggested: null, answer: null },
  options: [
    { value: 'mdy', label: 'The month: 4 March 2025' },
    { value: 'dmy', label: 'The day: 3 April 2025' },
  ],
}
const DANA: SheetQuestion = {
  ...{ key: 'person::dana', kind: 'person', text: 'Who is Dana?', line: 4, rows: 1, answer: null },
  options: [
    { value: '310000000000000105', label: 'Dana Whitfield' },
    { value: 'leave', label: 'None of these people' },
  ],
  suggested: '310000000000000105',
}

const show = (...questions: SheetQuestion[]) => {
  const onAnswer = vi.fn()
  render(<ImportQuestions questions={questions} isBusy={false} onAnswer={onAnswer} />)
  return onAnswer
}
const use = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Use th/ })

describe('Questions about a file', () => {
  it('a question has no preselected answer, and nothing is sent before the answers are used', () => {
    const onAnswer = show(DATES)
    expect(use().disabled).toBe(true)
    fireEvent.click(screen.getByRole('radio', { name: 'The day: 3 April 2025' }))
    expect(onAnswer).not.toHaveBeenCalled()
    fireEvent.click(use())
    expect(onAnswer).toHaveBeenCalledWith({ 'date:/': 'dmy' })
  })

  it('a suggestion is shown, and can be confirmed or changed', () => {
    const onAnswer = show(DANA)
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Who is Dana?' })
    expect(choice.value).toBe('310000000000000105')
    fireEvent.click(use())
    expect(onAnswer).toHaveBeenLastCalledWith({ 'person::dana': '310000000000000105' })
    fireEvent.change(choice, { target: { value: 'leave' } })
    fireEvent.click(use())
    expect(onAnswer).toHaveBeenLastCalledWith({ 'person::dana': 'leave' })
  })

  it('an answered question can be changed', () => {
    const onAnswer = show({ ...DATES, answer: 'mdy' })
    expect(screen.getByRole('heading').textContent).toBe('Your answers')
    expect(use().disabled).toBe(true)
    fireEvent.click(screen.getByRole('radio', { name: 'The day: 3 April 2025' }))
    fireEvent.click(use())
    expect(onAnswer).toHaveBeenCalledWith({ 'date:/': 'dmy' })
  })
})
