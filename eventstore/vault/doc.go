// Package vault stores small secrets in PostgreSQL: the keys of data subjects and the secrets of an installation. Each is wrapped
// (AES-256-GCM) with a master key that is stored outside of the database, so a copy of the database alone opens nothing.
//
//	master key (file, environment, command)
//	   ├─ wraps ─▶ subject_keys          ─ seal ─▶ personal fields of events
//	   └─ wraps ─▶ installation_secrets  ─ sign ─▶ tokens, snapshots
//
// Every stored secret names its master key by a fingerprint. Table master_keys lists the fingerprints in use. One of them is active:
// nothing is stored under another one, which each statement that stores checks. Rotation makes a new key active and rewraps the
// rest; until that is done both keys are needed. A Vault that meets an unknown fingerprint reads its source again.
//
// A database whose table master_keys is empty is not protected yet: its secrets are stored as they are, until Protect.
package vault
