package vault

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Protect wraps every secret that the active master key does not wrap. These are secrets that an earlier version stored in plain, and those
// that an interrupted rotation has left. It returns the number of secrets wrapped. It does nothing on a database without a master key.
// Interrupted, it continues at the next call; other processes may read and write meanwhile.
func (v *Vault) Protect(ctx context.Context, progress func(done, all int)) (int, error) {
	k, err := v.keys(ctx)
	if err != nil || k.active == nil {
		return 0, err
	}
	plain, err := v.count(ctx, `master IS NULL`)
	if err != nil {
		return 0, err
	}
	wrapped, err := v.rewrap(ctx, k, progress)
	if err != nil || plain == 0 {
		return wrapped, err
	}
	// The former rows are still in the files of the tables, in plain. A table that is in use is left to autovacuum.
	for _, t := range tables {
		if _, err := v.pool.Exec(ctx, `VACUUM (FULL, SKIP_LOCKED) `+t.name); err != nil {
			return wrapped, err
		}
	}
	return wrapped, nil
}

// Rotation is the result of Rotate.
type Rotation struct {
	Active    string `json:"active"`    // fingerprint of the active master key
	Rewrapped int    `json:"rewrapped"` // secrets
	Continued bool   `json:"continued"` // the master key was not made by this call: it was in the source, or active already
}

// Rotate makes the newest master key of the source the active one, rewraps everything with it, and ends the use of the others. If the
// newest key is active and wraps everything, the source creates a new one first; ErrFixed if the source cannot. Interrupted at any point,
// Rotate continues at the next call. Running processes notice the new key by themselves; their sources must have it.
func (v *Vault) Rotate(ctx context.Context, progress func(done, all int)) (Rotation, error) {
	k, newest, err := v.newest(ctx)
	if err != nil {
		return Rotation{}, err
	}
	r := Rotation{Continued: true}
	left := 0
	if newest != nil {
		if left, err = v.count(ctx, `master IS DISTINCT FROM $1`, newest.print); err != nil {
			return r, err
		}
	}
	if newest == nil || newest.equals(k.active) && left == 0 {
		if err := v.source.Create(ctx); err != nil {
			return r, err
		}
		r.Continued = false
		if k, newest, err = v.newest(ctx); err != nil {
			return r, err
		}
	}
	if !newest.equals(k.active) {
		if err := v.activate(ctx, newest, false); err != nil {
			return r, err
		}
		if k, _, err = v.newest(ctx); err != nil {
			return r, err
		}
	}
	if r.Active = k.active.print; !newest.equals(k.active) {
		return r, errors.New("another rotation was begun at the same time; look at tradelog keys status")
	}
	if r.Rewrapped, err = v.rewrap(ctx, k, progress); err != nil {
		return r, err
	}
	return r, v.retire(ctx)
}

// newest reads the master keys again and returns them and the newest one of the source; nil if there is none.
func (v *Vault) newest(ctx context.Context) (*known, *Key, error) {
	k, err := v.read(ctx, v.now.Load())
	if err != nil {
		return nil, nil, err
	}
	has, err := v.source.Keys(ctx)
	if err != nil || len(has) == 0 {
		return k, nil, err
	}
	return k, k.keys[has[0].print], nil
}

// retire removes the fingerprints of master keys that wrap nothing any more.
func (v *Vault) retire(ctx context.Context) error {
	return v.change(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM public.master_keys m WHERE NOT active
			AND NOT EXISTS (SELECT FROM `+Subjects.name+` WHERE master = m.fingerprint)
			AND NOT EXISTS (SELECT FROM `+Secrets.name+` WHERE master = m.fingerprint)`)
		return err
	})
}

// rewrap wraps every secret that the active master key does not wrap, and returns their number. A secret that is replaced or deleted
// meanwhile stays so.
func (v *Vault) rewrap(ctx context.Context, k *known, progress func(done, all int)) (done int, err error) {
	all, err := v.count(ctx, `master IS DISTINCT FROM $1`, k.active.print)
	if err != nil || all == 0 {
		return 0, err
	}
	for _, t := range tables {
		last := ""
		for n := chunk; n == chunk; {
			var ids []string
			var before, after [][]byte
			if err := v.each(ctx, t, func(id string, w wrapped) error {
				last = id
				secret, err := v.unwrap(ctx, t.associated(id), w)
				if err != nil {
					return fmt.Errorf("%s: %w", id, err)
				}
				fresh, err := v.wrap(k, t.associated(id), secret)
				ids, before, after = append(ids, id), append(before, w.secret), append(after, fresh.secret)
				return err
			}, `SELECT `+t.id+`, secret, master FROM `+t.name+` WHERE `+t.id+` > $1 AND master IS DISTINCT FROM $3
				ORDER BY `+t.id+` LIMIT $2`, last, chunk, k.active.print); err != nil {
				return done, err
			}
			if n = len(ids); n == 0 {
				break
			}
			if _, err := v.pool.Exec(ctx, `UPDATE `+t.name+` t SET secret = n.after, master = $4
				FROM (SELECT * FROM unnest($1::text[], $2::bytea[], $3::bytea[]) u (id, before, after),
					set_config('synchronous_commit', 'on', true)) n
				WHERE t.`+t.id+` = n.id AND t.secret = n.before`, ids, before, after, k.active.print); err != nil {
				return done, err
			}
			if done += n; progress != nil {
				progress(min(done, all), all)
			}
		}
	}
	return done, nil
}

// count counts the secrets of all tables that meet a condition.
func (v *Vault) count(ctx context.Context, condition string, args ...any) (all int, err error) {
	for _, t := range tables {
		var n int
		if err := v.pool.QueryRow(ctx, `SELECT count(*) FROM `+t.name+` WHERE `+condition, args...).Scan(&n); err != nil {
			return 0, err
		}
		all += n
	}
	return all, nil
}

// Use describes the use of one master key.
type Use struct {
	Fingerprint string `json:"fingerprint"` // empty: secrets that are stored as they are
	Active      bool   `json:"active"`
	InSource    bool   `json:"in_source"`
	Subjects    int    `json:"subject_keys"`
	Secrets     int    `json:"installation_secrets"`
}

// Status describes the source of the master keys and the secrets that each of them wraps.
type Status struct {
	Source string `json:"source"`
	Keys   []Use  `json:"keys"` // first the keys of the source, the newest first
}

// Status counts the secrets that each master key wraps. It works without the keys themselves.
func (v *Vault) Status(ctx context.Context) (s Status, err error) {
	s = Status{Source: v.source.String(), Keys: []Use{}}
	has, err := v.source.Keys(ctx)
	if err != nil {
		return s, err
	}
	for _, k := range has {
		s.Keys = append(s.Keys, Use{Fingerprint: k.print, InSource: true})
	}
	rows, err := v.pool.Query(ctx, `SELECT f.fingerprint, coalesce(m.active, false),
			coalesce(sum(u.n) FILTER (WHERE u.subjects), 0)::bigint, coalesce(sum(u.n) FILTER (WHERE NOT u.subjects), 0)::bigint
		FROM (SELECT coalesce(master, '') AS fingerprint, true AS subjects, count(*) AS n FROM `+Subjects.name+` GROUP BY master
			UNION ALL SELECT coalesce(master, ''), false, count(*) FROM `+Secrets.name+` GROUP BY master) u
		RIGHT JOIN (SELECT fingerprint FROM public.master_keys UNION SELECT coalesce(master, '') FROM `+Subjects.name+`
			UNION SELECT coalesce(master, '') FROM `+Secrets.name+`) f USING (fingerprint)
		LEFT JOIN public.master_keys m USING (fingerprint)
		GROUP BY f.fingerprint, m.active ORDER BY m.active DESC NULLS LAST, f.fingerprint`)
	if err != nil {
		return s, err
	}
	var u Use
	_, err = pgx.ForEachRow(rows, []any{&u.Fingerprint, &u.Active, &u.Subjects, &u.Secrets}, func() error {
		used := u
		i := slices.IndexFunc(s.Keys, func(k Use) bool { return k.Fingerprint == used.Fingerprint })
		if used.InSource = i >= 0; used.InSource {
			s.Keys[i] = used
		} else {
			s.Keys = append(s.Keys, used)
		}
		return nil
	})
	return s, err
}
