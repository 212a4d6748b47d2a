import { useRef, useState } from 'react'

/** Whether the panel that a code is added in is open. The button that opens it closes it as the panel closes itself. */
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
