import { useRef, useState } from 'react'

/** Whether the add panel is open. The button that opens the panel also closes it, with the panel's own question. */
export function useAdding() {
  const [isAdding, setIsAdding] = useState(false)
  const closePanel = useRef<() => void>(null)
  const [panel] = useState({ closePanel, onStopAdding: () => setIsAdding(false) })
  const onAdd = () => {
    if (isAdding) (closePanel.current ?? panel.onStopAdding)()
    else setIsAdding(true)
  }
  return { isAdding, onAdd, panel }
}
