import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { logout } from '#features/auth/contract.ts'
import { AUTH_PATH, useBeforeLogout } from '#features/auth/web/use-auth.ts'
import { leaveEnded } from '#features/auth/web/use-session-end.ts'
import { call } from '#web/call.ts'
import { queriesOfTopic } from '#web/queries.ts'
import { openSocket } from '#web/socket.ts'
import { Reconnecting } from './reconnecting.tsx'

function disconnect(): void {
  void openSocket().then((socket) => socket.disconnect())
}

/** Receives changes of the data on open pages, and the end of the session. Shows when the connection is lost. */
export function LiveConnection() {
  const queryClient = useQueryClient()
  const [isLost, setIsLost] = useState(false)
  useBeforeLogout(disconnect)

  useEffect(() => {
    let isGone = false
    let leave = () => {}
    void openSocket().then((socket) => {
      if (isGone) return
      const onChanged = (change: { topic?: unknown }) => {
        if (change.topic === 'rights') return void queryClient.invalidateQueries({ queryKey: [AUTH_PATH] })
        void queryClient.invalidateQueries(queriesOfTopic(change.topic))
      }
      const onRevoked = async () => {
        await call(logout).catch(() => undefined) // the person is signed out either way
        leaveEnded(queryClient)
      }
      const onConnect = () => {
        setIsLost(false)
        // The client received no changes between the rendering of the page and the connection, or while the connection
        // was lost.
        void queryClient.invalidateQueries({ queryKey: [AUTH_PATH] })
        void queryClient.invalidateQueries(queriesOfTopic())
      }
      const onLost = () => setIsLost(socket.active)
      // The browser does not learn why a handshake was refused. The session may have ended, so check it.
      const onRefused = () => void queryClient.invalidateQueries({ queryKey: [AUTH_PATH] })
      socket.on('changed', onChanged)
      socket.on('session:revoked', onRevoked)
      socket.on('connect', onConnect)
      socket.on('disconnect', onLost)
      socket.on('connect_error', onRefused)
      if (socket.connected) onConnect()
      leave = () => {
        socket.off('changed', onChanged)
        socket.off('session:revoked', onRevoked)
        socket.off('connect', onConnect)
        socket.off('disconnect', onLost)
        socket.off('connect_error', onRefused)
      }
    })
    return () => {
      isGone = true
      leave()
    }
  }, [queryClient])

  return <Reconnecting isShown={isLost} />
}
