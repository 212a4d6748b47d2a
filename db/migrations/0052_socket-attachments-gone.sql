-- Processes tell each other who looks at a roster in parts, which each fit into a notification.
DROP TABLE IF EXISTS socket_attachments;
