import type { Message, Text } from '#lib/messages.ts'

/*
 * Every text of the site in Spanish, by its English text. Needs a native reader. Players are addressed with tú.
 * docs/adding-a-language.md says how to add a text.
 */
export const es: Readonly<Record<Message, Text>> = {
  '✓ copied': '✓ copiado',
  '10-Codes': 'Códigos 10',
  '404 Error, classic.': 'Error 404, un clásico.',
  'A shared answer': 'Una respuesta compartida',
  'Access Denied': 'Acceso denegado',
  'Access Restricted': 'Acceso restringido',
  AHEAD: 'A LA VISTA',
  'Almost there': 'Ya casi está',
  API: 'API',
  'Assistant Questions': 'Preguntas al asistente',
  Audit: 'Auditoría',
  BACK: 'DE NUEVO!',
  'Back Home': 'Volver al inicio',
  BUMP: 'BACHE',
  Continue: 'Continuar',
  Copied: 'Copiado',
  Copy: 'Copiar',
  'Copy how to fix: {what}': 'Copiar cómo se arregla: {what}',
  '{count} things are wrong': { one: '{count} cosa está mal', other: '{count} cosas están mal' },
  DETOUR: 'DESVÍO',
  'Development Roster': 'Plantilla de desarrollo',
  Discord: 'Discord',
  'Discord gave us a code that works once and only for a short time. It no longer works.':
    'Discord nos dio un código que sirve una sola vez y por poco tiempo. Ya no funciona.',
  'Discord is not answering': 'Discord no responde',
  'Discord may be down for a moment. Try again in a minute.':
    'Puede que Discord esté caído un momento. Inténtalo dentro de un minuto.',
  Doctor: 'Doctor',
  DOWN: 'LENTO',
  'ES Information': 'Información ES',
  'ES ONLY': 'SOLO ES',
  'ES Quick Info': 'Info rápida ES',
  'Everything is in order': 'Todo está en orden',
  'EXIT 404': 'SALIDA 404',
  EXPIRED: 'CADUCADO',
  "For security reasons, you've been logged out. Please log in again to continue using the support portal.":
    'Por seguridad hemos cerrado tu sesión. Vuelve a iniciar sesión para seguir usando el portal de soporte.',
  'Game server tokens': 'Tokens del servidor de juego',
  'Go Back': 'Volver atrás',
  'Go Home': 'Ir al inicio',
  'Go to Discord': 'Ir a Discord',
  Home: 'Inicio',
  'If it happens again, tell us and quote {id}.': 'Si vuelve a pasar, avísanos e indica {id}.',
  'If you believe this is a mistake, contact a supervisor in our Discord.':
    'Si crees que es un error, contacta con un supervisor en nuestro Discord.',
  'Import · 10-Codes': 'Importar · Códigos 10',
  'Import · Development Roster': 'Importar · Plantilla de desarrollo',
  'Import · ES Quick Info': 'Importar · Info rápida ES',
  'Import · Penal Codes': 'Importar · Código penal',
  'Import · Staff DA Database': 'Importar · Base de datos DA del staff',
  'Import · Staff Roster': 'Importar · Plantilla del staff',
  'Import · Trial Mod Checklist': 'Importar · Lista de Trial Mods',
  'In order': 'En orden',
  'in the Gulf': 'en el golfo',
  'IRL Verification': 'Verificación IRL',
  'Jail ({unit})': 'Cárcel ({unit})',
  'Join and try again, or continue without roles.': 'Únete e inténtalo de nuevo, o continúa sin roles.',
  'Join Discord': 'Unirse a Discord',
  Language: 'Idioma',
  'Log out': 'Cerrar sesión',
  'Login with Discord': 'Iniciar sesión con Discord',
  'Looked at {time}': 'Revisado: {time}',
  'Looking…': 'Revisando…',
  'Looking at everything. This takes some seconds…': 'Revisando todo. Tarda unos segundos…',
  'Military, veterans and first responders can have their service confirmed for {name}.':
    'Militares, veteranos y personal de emergencias pueden confirmar su servicio para {name}.',
  MINUTE: 'MINUTO',
  'My account': 'Mi cuenta',
  'My account lists the pages you can open. To use another Discord account, log out first.':
    '«Mi cuenta» muestra las páginas que puedes abrir. Para usar otra cuenta de Discord, cierra sesión primero.',
  'NEXT EXIT': 'PRÓX. SALIDA',
  'Not signed in': 'Sin sesión',
  'Nothing was saved, because the disk of the site is full. Please tell an owner.':
    'No se ha guardado nada porque el disco del sitio está lleno. Avisa a un dueño.',
  'OWNER ONLY': 'SOLO DUEÑO',
  'Owners only.': 'Solo para dueños.',
  'Page not found': 'Página no encontrada',
  'Penal Codes': 'Código penal',
  'Questions to the assistant': 'Preguntas al asistente',
  'Refresh Page': 'Recargar la página',
  'Return Home': 'Volver al inicio',
  'Road Ends': 'Fin de la vía',
  Rules: 'Normas',
  'Session Expired': 'Sesión caducada',
  'Sign in': 'Iniciar sesión',
  'Sign in to use the staff tools, to open the ES quick links, or to verify as military, veteran or first responder. You can use the rest of the site without signing in.':
    'Inicia sesión para usar las herramientas del staff, abrir los enlaces de ES o verificarte como militar, veterano o personal de emergencias. El resto del sitio lo puedes usar sin iniciar sesión.',
  'Sign in with Discord': 'Iniciar sesión con Discord',
  'Sign in with Discord and you come straight back here. Still no access then? Contact a supervisor in our Discord.':
    'Inicia sesión con Discord y volverás directamente aquí. ¿Sigues sin acceso? Contacta con un supervisor en nuestro Discord.',
  'Sign in with Discord first.': 'Inicia sesión con Discord primero.',
  'Sign-in cancelled': 'Inicio de sesión cancelado',
  'Signed in, but not in our Discord yet': 'Sesión iniciada, pero aún no estás en nuestro Discord',
  'Signing in': 'Inicio de sesión',
  SLOW: 'VE MÁS',
  'Some of what you sent is not valid.': 'Parte de lo que has enviado no es válido.',
  'Someone else changed this while you were editing.': 'Otra persona lo ha cambiado mientras lo editabas.',
  'Something went wrong': 'Algo ha salido mal',
  'Something went wrong. Please quote {id} if you report it.': 'Algo ha salido mal. Indica {id} si lo comunicas.',
  'Something went wrong. Please refresh.': 'Algo ha salido mal. Recarga la página.',
  'Staff DA Database': 'Base de datos DA del staff',
  'STAFF ONLY': 'SOLO STAFF',
  'Staff Roster': 'Plantilla del staff',
  Supporters: 'Patrocinadores',
  'That is too large.': 'Es demasiado grande.',
  'That kind of content is not accepted here.': 'Aquí no se acepta ese tipo de contenido.',
  'The 10-codes and signals that units and dispatch of {name} say on the radio.':
    'Los códigos 10 y señales que las unidades y la central de {name} usan por radio.',
  'The address or the headers are too long.': 'La dirección o las cabeceras son demasiado largas.',
  'The answer from Discord does not match a sign-in that you started in this browser.':
    'La respuesta de Discord no corresponde a ningún inicio de sesión empezado en este navegador.',
  'The database does not answer right now. Nothing was changed; please try again.':
    'La base de datos no responde ahora mismo. No se ha cambiado nada; inténtalo de nuevo.',
  'The doctor could not look.': 'El doctor no pudo revisar.',
  'The key is missing or wrong.': 'La clave falta o es incorrecta.',
  'The list has changed since this preview. Look at it again.':
    'La lista ha cambiado desde esta vista previa. Revísala de nuevo.',
  'The page may have been open for too long, or your browser blocks cookies. Please start again.':
    'Quizá la página llevaba abierta demasiado tiempo o tu navegador bloquea las cookies. Empieza de nuevo.',
  'The people who keep {name} running: every supporter, tier by tier.':
    'La gente que mantiene en marcha {name}: todos los patrocinadores, nivel a nivel.',
  'The rules of {name}: conduct, roleplay, crime, departments, staff and appeals.':
    'Las normas de {name}: conducta, rol, delitos, departamentos, staff y apelaciones.',
  'This call can only be made from the site itself.': 'Esta llamada solo se puede hacer desde el propio sitio.',
  'This can happen when you reload the page or press Back. Try again to sign in.':
    'Puede pasar si recargas la página o pulsas Atrás. Intenta iniciar sesión de nuevo.',
  'This field is not known here.': 'Aquí no se conoce este campo.',
  'This is our fault. If it happens again, tell us what you were doing.':
    'Es culpa nuestra. Si vuelve a pasar, cuéntanos qué estabas haciendo.',
  'This page or record does not exist.': 'Esta página o este registro no existe.',
  'This sign-in has expired': 'Este inicio de sesión ha caducado',
  'Too Many Requests': 'Demasiadas solicitudes',
  'Trial Mod Checklist': 'Lista de Trial Mods',
  'Try again': 'Intentar de nuevo',
  Users: 'Usuarios',
  Verifications: 'Verificaciones',
  'We could not reach Discord to sign you in. You are not signed in.':
    'No hemos podido contactar con Discord para iniciar tu sesión. No has iniciado sesión.',
  'We lost track of your sign-in': 'Hemos perdido la pista de tu inicio de sesión',
  'We read your Discord name, your picture and your roles in our Discord. We never see your messages or your password, and we read your email address only if you ask to be verified.':
    'Leemos tu nombre de Discord, tu imagen y tus roles en nuestro Discord. Nunca vemos tus mensajes ni tu contraseña, y solo leemos tu correo si pides que te verifiquemos.',
  'We stored nothing. If you cancelled by mistake, try again.':
    'No hemos guardado nada. Si ha sido sin querer, inténtalo de nuevo.',
  WELCOME: '¡HOLA',
  'Welp, nothing we can do here, the buttons below should help you out.':
    'Pues nada que hacer por aquí, los botones de abajo te sacarán del apuro.',
  'What was sent could not be read.': 'No se ha podido leer lo que se ha enviado.',
  'You are not signed in, and this page is about your own account.':
    'No has iniciado sesión, y esta página trata de tu propia cuenta.',
  'You are not signed in, and this page is for Management.':
    'No has iniciado sesión, y esta página es para la dirección.',
  'You are not signed in, and this page is for Staff members.':
    'No has iniciado sesión, y esta página es para miembros del staff.',
  'You are signed in': 'Has iniciado sesión',
  'You are signed in, but you have not joined our Discord server, so you have no roles yet.':
    'Has iniciado sesión, pero aún no te has unido a nuestro servidor de Discord, así que todavía no tienes roles.',
  'You cancelled at Discord, so we cannot see your name and roles. You are not signed in.':
    'Has cancelado en Discord, así que no vemos tu nombre ni tus roles. No has iniciado sesión.',
  'You do not need a new account: use your Discord account.':
    'No necesitas una cuenta nueva: usa tu cuenta de Discord.',
  "You don't have access to this page. ES roles or Staff+ required or you are not signed in via Discord.":
    'No tienes acceso a esta página. Necesitas un rol de ES o Staff+, o no has iniciado sesión con Discord.',
  'YOU ONLY': 'SOLO TÚ',
  'Your browser did not allow copying. Mark the text and copy it.':
    'Tu navegador no permitió copiar. Selecciona el texto y cópialo.',
  "You've sent too many requests in a short time. Please wait a minute and try again.":
    'Has enviado demasiadas solicitudes en poco tiempo. Espera un minuto e inténtalo de nuevo.',
  'Your Discord account does not have any roles that associate you as a Staff member.':
    'Tu cuenta de Discord no tiene ningún rol que te identifique como miembro del staff.',
  'Your Discord account does not have any roles that associate you with Management.':
    'Tu cuenta de Discord no tiene ningún rol que te vincule con la dirección.',
  'Your Discord roles do not allow this.': 'Tus roles de Discord no lo permiten.',
  'Your session has ended. Please sign in again.': 'Tu sesión ha terminado. Vuelve a iniciar sesión.',
  'Your session has expired due to inactivity or has been invalidated.':
    'Tu sesión ha caducado por inactividad o ha sido anulada.',
}
